import { noteDownload } from '#lib/audit/note-download'
import { actorOf, requireStaff } from '#lib/session/staff-session'
import { verificationFile } from '#lib/verifications/interface/verification-file'
import { fileResponse } from '../../_components/file-response'
import { readVerificationQuery } from '../query'

/** The verifications as the page's filter has them, as a file. */
export async function GET(request: Request): Promise<Response> {
  const actor = actorOf(await requireStaff('/company/verifications'))
  const { query, narrowing, kept } = readVerificationQuery(Object.fromEntries(new URL(request.url).searchParams))
  await noteDownload(actor, 'csv', String(kept), 'verification.downloaded')
  const { status, reference } = query
  return fileResponse(verificationFile(actor, { status, reference }, narrowing), {
    name: 'verifications',
    type: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
  })
}
