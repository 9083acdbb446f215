import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { destroyMaterial } from '../destroy-material'
import { expireVerifications } from '../expire-verifications'
import { next } from '../lifecycle'
import { findVerification, lockVerification, moveVerification } from '../store/verifications'
import { presentOne, refuseState } from './read-verifications'

/**
 * Stops a session that was not decided yet and destroys its pictures; doing so twice changes nothing. Spec: States.
 * @throws ApiError `not_found`, `invalid_state`
 */
export const cancelVerification = (actor: CompanyActor, id: string) =>
  transaction(async (tx) => {
    await expireVerifications(tx, { id, companyId: actor.companyId })
    const session = await lockVerification(tx, { id, companyId: actor.companyId })
    if (!session) throw notFound()
    if (!next(session.status, 'cancel')) throw refuseState(session.status, 'canceled')
    if (session.status === 'canceled') return presentOne(tx, session)
    const canceled = await moveVerification(tx, session, 'cancel', { failureCode: null })
    await destroyMaterial(tx, canceled)
    await recordAudit(tx, actor, { action: 'verification.canceled', target: { kind: 'verification', id } })
    return presentOne(tx, await findVerification(tx, { id }))
  })
