import { auditCsv } from '#lib/audit/audit-csv'
import { readAuditQuery } from '#lib/audit/filter'
import { utcDay } from '#lib/core/time'
import { requireStaff } from '#lib/session/staff-session'

/** The audit log as the page's filter has it, as a file. */
export async function GET(request: Request): Promise<Response> {
  const session = await requireStaff('/company/audit')
  const { searchParams } = new URL(request.url)
  const { filter } = readAuditQuery(Object.fromEntries(searchParams))
  const lines = auditCsv(session.companyId, filter)
  const body = new ReadableStream<string>({
    async pull(controller) {
      const { value, done } = await lines.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  }).pipeThrough(new TextEncoderStream())
  return new Response(body, {
    headers: {
      'Content-Type': 'text/csv; charset=utf-8; header=present',
      'Content-Disposition': `attachment; filename="signet-audit-${utcDay(new Date())}.csv"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
