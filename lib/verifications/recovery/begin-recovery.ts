import { whoseSecondFactor } from '#lib/accounts/factors/second-factor'
import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { transaction } from '#lib/core/db'
import { issueSecret } from '#lib/core/secret-token'
import { newIdOn, shardOf } from '#lib/core/shard'
import { environmentOf } from '#lib/users/store'
import { leastFor } from '../interface/least-assurance'
import { LINK_SECONDS, takeOver } from '../page/hand-off'
import { sealState } from '../page/sealed-state'
import { newLink } from '../page/verification-link'
import { insertHandoff } from '../store/handoffs'
import { insertVerification, moveVerification } from '../store/verifications'

/** With the birth date it takes the face. */
const FIELDS = ['given_name', 'family_name', 'birthdate']

const EXPIRES_IN_SECONDS = 3600

/**
 * Somebody gave the right password and has no second factor any more: this browser takes pictures of the document and of
 * the face, as a phone does for a session begun elsewhere, and sees nothing of what is read. Whether the account has a
 * document at all is not said before.
 * @param browserSecret by which this browser is known for that hand-off alone
 * @returns the page that takes the pictures; null when the log-in is over or this was tried too often
 */
export async function beginRecovery(pendingSecret: string | undefined, browserSecret: string): Promise<string | null> {
  const userId = await whoseSecondFactor('person', pendingSecret)
  if (userId === null) return null
  const allowance = await takeAllowance({ act: 'documentRecovery', realm: 'person', by: 'account', subject: userId })
  if (allowance.kind !== 'taken') return null
  const id = newIdOn('ver')
  const { secret, hash } = issueSecret('sgh', shardOf(id))
  await transaction(async (tx) => {
    const session = await insertVerification(tx, {
      id,
      tokenHash: newLink(id).tokenHash,
      fields: FIELDS,
      minAssurance: leastFor(FIELDS, undefined),
      ...sealState(id, undefined),
      expiresInSeconds: EXPIRES_IN_SECONDS,
      maxAttempts: 1,
      expectedUserId: userId,
      isRecovery: true,
    })
    await moveVerification(tx, session, 'begin', { userId, userEnvironment: await environmentOf(tx, userId), documentKind: null })
    await insertHandoff(tx, hash, id, LINK_SECONDS)
  })
  return (await takeOver(secret, browserSecret)) ? `/verify/${secret}` : null
}
