import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { transaction } from '#lib/core/db'
import { requireLockedStream } from './require-stream'
import { deleteStreamRow, holdCompany, noteStream } from './store'
import { forgetRemovedSubjects } from './subjects-store'

/** Nothing more is told there, and what was told is forgotten. @see OpenID Shared Signals Framework 1.0 §8.1.1.5 @throws ApiError `not_found` */
export async function deleteStream(actor: CompanyActor, id: string): Promise<null> {
  await transaction(async (tx) => {
    await holdCompany(tx, actor.companyId)
    const stream = await requireLockedStream(tx, actor.companyId, id)
    await deleteStreamRow(tx, stream)
    await noteStream(tx, actor.companyId, false)
    const { url, kind } = stream
    await recordAudit(tx, actor, { action: 'signal_stream.deleted', target: { kind: 'signal_stream', id }, before: { delivery: kind, url } })
  })
  await forgetRemovedSubjects(id)
  return null
}
