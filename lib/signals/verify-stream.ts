import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { requireLockedStream } from './require-stream'
import { MIN_VERIFICATION_INTERVAL_SECONDS } from './schema'
import { sealSignalData } from './signal-data'
import { VERIFICATION } from './signals'
import { queueSignal, takeVerification } from './store'

/**
 * Sends a signal that proves that the stream works. One that is disabled is sent nothing.
 * @see OpenID Shared Signals Framework 1.0 §8.1.4.2 @throws ApiError `not_found`, `rate_limited`
 */
export const verifyStream = (actor: CompanyActor, streamId: string, state: string | undefined): Promise<null> =>
  transaction(async (tx) => {
    const stream = await requireLockedStream(tx, actor.companyId, streamId)
    if (!(await takeVerification(tx, stream, MIN_VERIFICATION_INTERVAL_SECONDS)))
      throw new ApiError('rate_limited', `Wait ${MIN_VERIFICATION_INTERVAL_SECONDS} seconds between two verifications.`)
    if (stream.status === 'disabled') return null
    const id = newId('evt')
    const sealed = sealSignalData(streamId, id, { ...(state !== undefined && { state }) })
    await queueSignal(tx, stream, id, VERIFICATION, sealed)
    return null
  })
