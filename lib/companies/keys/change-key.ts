import { recordAudit } from '#lib/audit/store'
import { notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import type { CompanyActor } from '../schema'
import { type KeyTerms, termsToTell } from './key-terms'
import { holdLiveKey, setKeyTerms } from './store'

/**
 * Changes what a key may be used for and from where; it holds for the very next request.
 * @throws ApiError `not_found` for a foreign, unknown, invalidated or expired key
 */
export async function changeKey(actor: CompanyActor, id: string, terms: KeyTerms): Promise<void> {
  await transaction(async (tx) => {
    const held = await holdLiveKey(tx, actor.companyId, id)
    if (!held) throw notFound()
    const before = termsToTell({ permissions: held.permissions, allowedNetworks: held.allowed_networks })
    const after = termsToTell(terms)
    const changed = (['permissions', 'allowed_networks'] as const).filter((field) => before[field].join() !== after[field].join())
    if (changed.length === 0) return
    await setKeyTerms(tx, id, terms)
    const told = (fields: typeof before) => Object.fromEntries(changed.map((field) => [field, fields[field]]))
    await recordAudit(tx, actor, { action: 'api_key.updated', target: { kind: 'api_key', id }, before: told(before), after: told(after) })
  })
}
