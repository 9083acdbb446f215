import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { transaction } from '#lib/core/db'
import { requireLockedStream } from './require-stream'
import { deleteStreamRow } from './store'

/** Nothing more is told there, and what was told is forgotten. @see OpenID Shared Signals Framework 1.0 §8.1.1.5 @throws ApiError `not_found` */
export const deleteStream = (actor: CompanyActor, id: string): Promise<null> =>
  transaction(async (tx) => {
    const { url, kind } = await requireLockedStream(tx, actor.companyId, id)
    await deleteStreamRow(tx, id)
    await recordAudit(tx, actor, { action: 'signal_stream.deleted', target: { kind: 'signal_stream', id }, before: { delivery: kind, url } })
    return null
  })
