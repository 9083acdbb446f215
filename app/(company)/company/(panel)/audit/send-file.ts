import { AUDIT_FORMATS, auditFile } from '#lib/audit/audit-file'
import { queryString, readAuditQuery } from '#lib/audit/filter'
import { noteDownload } from '#lib/audit/note-download'
import { utcDay } from '#lib/core/time'
import { actorOf, requireStaff } from '#lib/session/staff-session'

/** The audit log as the page's filter has it, as a file. */
export async function sendFile(request: Request, name: keyof typeof AUDIT_FORMATS): Promise<Response> {
  const session = await requireStaff('/company/audit')
  const { searchParams } = new URL(request.url)
  const { query, filter } = readAuditQuery(Object.fromEntries(searchParams))
  await noteDownload(actorOf(session), name, queryString(query))
  const format = AUDIT_FORMATS[name]
  const pieces = auditFile(format, session.companyId, filter)
  const body = new ReadableStream<string>({
    async pull(controller) {
      const { value, done } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
  }).pipeThrough(new TextEncoderStream())
  return new Response(body, {
    headers: {
      'Content-Type': format.type,
      'Content-Disposition': `attachment; filename="signet-audit-${utcDay(new Date())}.${format.extension}"`,
      'Cache-Control': 'no-store',
      'X-Content-Type-Options': 'nosniff',
    },
  })
}
