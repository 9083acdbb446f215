import { doubtAddress } from '#lib/accounts/addresses/settle-addresses'
import { findEmailIndex } from '#lib/accounts/addresses/store'
import { allowanceHashesOf } from '#lib/accounts/throttles/allowances'
import { deviceSubject } from '#lib/accounts/throttles/guesses'
import { apartFromTransaction, type Prisma } from '#lib/core/db'
import { mailboxOf } from '#lib/core/email-address'
import { eraseGrantsOf } from '#lib/grants/end-grants'
import { openAccount } from '#lib/users/account/open-account'
import { forgetInVerifications } from '#lib/verifications/contest/forget-contests'
import { deleteChallengesOf, deleteJobsOf, deletePerson, deleteThrottles, findDevicesOf, keepSpentAliases } from './erase-store'

/**
 * Forgets a person: data key, grants, tokens, sessions, history and queued mail. What stays is a fingerprint of each
 * alias, so that it is never given to anybody else, and what a company learned, without whom. @see GDPR Article 17
 * @returns false when there is nobody
 */
export async function erasePerson(tx: Prisma, userId: string): Promise<boolean> {
  const account = await openAccount(tx, userId)
  if (!account) return false
  const emailIndex = await findEmailIndex(tx, { realm: 'person', id: userId })
  if (emailIndex) await doubtAddress({ realm: 'person', id: userId }, emailIndex)
  await apartFromTransaction(() => forgetInVerifications(userId))
  await keepSpentAliases(tx, userId)
  await eraseGrantsOf(tx, userId)
  await deleteThrottles(tx, allowanceHashesOf('person', await countedFor(tx, account)))
  await deleteChallengesOf(tx, userId)
  await deletePerson(tx, userId)
  await deleteJobsOf(tx, userId)
  return true
}

/** What is counted for a person, by address, id, mailbox and browser. */
async function countedFor(tx: Prisma, { id, email }: { id: string; email: string }) {
  const devices = await findDevicesOf(tx, id)
  return {
    account: [email, id],
    day: [email, mailboxOf(email)],
    mailbox: [mailboxOf(email)],
    device: devices.flatMap(({ deviceHash }) => [email, id].map((subject) => deviceSubject(subject, Buffer.from(deviceHash)))),
  }
}
