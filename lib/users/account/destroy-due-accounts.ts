import { type Prisma, prismaTransaction } from '#lib/core/db'
import { log } from '#lib/core/log'
import { blindIndex } from '#lib/core/sealed'
import { CONFIRM_SECONDS } from '../mail-links/lifetimes'
import {
  deletePerson,
  deleteThrottles,
  deleteUnconfirmedSince,
  findAliasesOf,
  hasDueAccount,
  insertSpentAliases,
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
  const aliases = await findAliasesOf(tx, due.id)
  await insertSpentAliases(
    tx,
    aliases.map(({ aliasLocalPart }) => blindIndex('alias', aliasLocalPart)),
  )
  const { email, id } = account
  const throttled = [email, `register ${email}`, `recover ${email}`, `code ${id}`, `change ${id}`, `confirm ${id}`]
  await deleteThrottles(
    tx,
    throttled.map((text) => blindIndex('throttle', text)),
  )
  await deletePerson(tx, id)
  return true
}

/** Removes a batch of registrations that nobody confirmed in time. @returns how many */
export const removeUnconfirmedAccounts = () => deleteUnconfirmedSince(CONFIRM_SECONDS, 1000)
