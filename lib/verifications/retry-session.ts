import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { requireActiveApp } from './create-session'
import { destroyMaterial } from './destroy-material'
import { expireSessions } from './expire-sessions'
import { next, retryEvent } from './lifecycle'
import { presentOne, refuseState } from './read-sessions'
import { newLink } from './session-link'
import { extendSession, findSession, lockSession, moveSession } from './store/sessions'

/**
 * A new address for another attempt; the old one stops working at once. Spec: States, retry.
 * @throws ApiError `not_found`, `invalid_client` when the app is inactive, `invalid_state`
 */
export async function retrySession(actor: CompanyActor, id: string) {
  const { url, tokenHash } = newLink()
  const presented = await transaction(async (tx) => {
    await expireSessions(tx, { id, companyId: actor.companyId })
    const session = await lockSession(tx, { id, companyId: actor.companyId })
    if (!session) throw notFound()
    await requireActiveApp(tx, actor.companyId, { id: session.appId as string })
    const event = retryEvent(session.status)
    if (!next(session.status, event)) throw refuseState(session.status, 'retried')
    const reopened = await moveSession(tx, session, event, { tokenHash, failureCode: null })
    await destroyMaterial(tx, reopened)
    await extendSession(tx, id)
    await recordAudit(tx, actor, { action: 'verification.retried', target: { kind: 'verification', id } })
    return presentOne(tx, await findSession(tx, { id }))
  })
  return { ...presented, url }
}
