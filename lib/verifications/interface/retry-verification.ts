import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { destroyMaterial } from '../destroy-material'
import { expireVerifications } from '../expire-verifications'
import { next, retryEvent } from '../lifecycle'
import { newLink } from '../page/verification-link'
import { extendVerification, findVerification, lockVerification, moveVerification } from '../store/verifications'
import { requireActiveApp } from './create-verification'
import { presentOne, refuseState } from './read-verifications'

/**
 * A new address for another attempt; the old one stops working at once. Spec: States, retry.
 * @throws ApiError `not_found`, `invalid_client` when the app is inactive, `invalid_state`
 */
export async function retryVerification(actor: CompanyActor, id: string) {
  const { url, tokenHash } = newLink(id)
  const presented = await transaction(async (tx) => {
    await expireVerifications(tx, { id, companyId: actor.companyId })
    const session = await lockVerification(tx, { id, companyId: actor.companyId })
    if (!session) throw notFound()
    await requireActiveApp(tx, actor.companyId, { id: session.appId as string })
    const event = retryEvent(session.status)
    if (!next(session.status, event)) throw refuseState(session.status, 'retried')
    const reopened = await moveVerification(tx, session, event, { tokenHash, failureCode: null })
    await destroyMaterial(tx, reopened)
    await extendVerification(tx, id)
    await recordAudit(tx, actor, { action: 'verification.retried', target: { kind: 'verification', id } })
    return presentOne(tx, await findVerification(tx, { id }))
  })
  return { ...presented, url }
}
