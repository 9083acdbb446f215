import { allowanceHashesOf } from '#lib/accounts/throttles/allowances'
import { deviceSubject } from '#lib/accounts/throttles/guesses'
import { type Prisma, prismaTransaction } from '#lib/core/db'
import { mailboxOf } from '#lib/core/email-address'
import { log } from '#lib/core/log'
import { CONFIRM_SECONDS } from '../mail-links/lifetimes'
import {
  deletePerson,
  deleteThrottles,
  deleteUnconfirmedSince,
  findDevicesOf,
  hasDueAccount,
  keepSpentAliases,
  takeDueAccount,
} from './destroy-store'
import { openAccount } from './open-account'

/**
 * Carries out deletions whose grace period is over: data key, grants, tokens, sessions, history and queued mail go in
 * one transaction. What stays is a fingerprint of each alias, so that it is never given to anybody else.
 * @returns how many accounts were destroyed
 */
export async function destroyDueAccounts(): Promise<number> {
  let destroyed = 0
  while ((await hasDueAccount()) && (await prismaTransaction(destroyOne))) destroyed++
  if (destroyed > 0) log.info({ destroyed }, 'accounts deleted')
  return destroyed
}

async function destroyOne(tx: Prisma): Promise<boolean> {
  const due = await takeDueAccount(tx)
  const account = due && (await openAccount(tx, due.id))
  if (!due || !account) return false
  await keepSpentAliases(tx, due.id)
  await deleteThrottles(tx, allowanceHashesOf('person', await countedFor(tx, account)))
  await deletePerson(tx, due.id)
  return true
}

/** What is counted for a person, by address, id, mailbox and browser. */
async function countedFor(tx: Prisma, { id, email }: { id: string; email: string }) {
  const devices = await findDevicesOf(tx, id)
  return {
    account: [email, id],
    mailbox: [mailboxOf(email)],
    device: devices.flatMap(({ deviceHash }) => [email, id].map((subject) => deviceSubject(subject, Buffer.from(deviceHash)))),
  }
}

/** Removes a batch of registrations that nobody confirmed in time. @returns how many */
export const removeUnconfirmedAccounts = () => deleteUnconfirmedSince(CONFIRM_SECONDS, 1000)
