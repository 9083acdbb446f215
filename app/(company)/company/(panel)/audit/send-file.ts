import { AUDIT_FORMATS, auditFile } from '#lib/audit/audit-file'
import { queryString, readAuditQuery } from '#lib/audit/filter'
import { noteDownload } from '#lib/audit/note-download'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { fileResponse } from '../_components/file-response'

/** The audit log as the page's filter has it, as a file. */
export async function sendFile(request: Request, name: keyof typeof AUDIT_FORMATS): Promise<Response> {
  const session = await requireStaff('/company/audit')
  const { searchParams } = new URL(request.url)
  const { query, filter } = readAuditQuery(Object.fromEntries(searchParams))
  await noteDownload(actorOf(session), name, queryString(query))
  const format = AUDIT_FORMATS[name]
  return fileResponse(auditFile(format, session.companyId, filter), { name: 'audit', ...format })
}
