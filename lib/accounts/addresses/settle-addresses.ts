import { apartFromTransaction, openTransaction } from '#lib/core/db'
import { eachReachable } from '#lib/core/each-reachable'
import { UnavailableError } from '#lib/core/errors'
import { shardOf } from '#lib/core/shard'
import { CONFIRM_SECONDS } from '../links/lifetimes'
import type { Owner, Realm } from '../realm'
import type { ClaimedAddress } from './claimed-address'
import { doubtEntry, type Entry, findDueEntries, findEntry, findHolderRow, removeEntry, setCheck, writeSecond } from './store'

const BATCH = 200
/** After the purge of registrations that nobody confirmed. */
const AFTER_PURGE_SECONDS = 300

/** Makes a line say what is so: it stays, or is looked at again, or goes. @returns whether it went */
async function settle(entry: Entry): Promise<boolean> {
  const holder = await findHolderRow(entry)
  if (holder?.is_theirs && holder.is_confirmed) {
    await writeSecond(entry)
    await setCheck(entry, null)
  } else if (holder?.is_theirs) await setCheck(entry, new Date(holder.created_at.getTime() + (CONFIRM_SECONDS + AFTER_PURGE_SECONDS) * 1000))
  else if (holder?.kept_until) await setCheck(entry, holder.kept_until)
  else return removeEntry(entry)
  return false
}

/** After a change of an account that had this address or was to have it. */
export const settleAddress = ({ realm, id }: Owner, emailIndex: Buffer): Promise<void> =>
  apartFromTransaction(async () => {
    const entry = await findEntry(realm, emailIndex)
    if (entry?.id === id) await settle(entry)
  })

/** Says before an account leaves an address that its line is to be looked at: should we not get to it, the sweep does. */
export const doubtAddress = (owner: Owner, emailIndex: Buffer) => apartFromTransaction(() => doubtEntry(owner, emailIndex))

/**
 * Writes an account that claimed its address, and settles the claim by what became of it. Whether a write that was not answered
 * took place is not known: then, as after a crash, the sweep settles it later.
 */
export async function withAddress<Result>({ realm, id, emailIndex }: ClaimedAddress, write: () => Promise<Result>): Promise<Result> {
  const result = await write().catch(async (error: unknown) => {
    if (!(error instanceof UnavailableError)) await settleIfReached({ realm, id }, emailIndex)
    throw error
  })
  await settleIfReached({ realm, id }, emailIndex)
  return result
}

/** What cannot be settled now, the sweep settles. */
export async function settleIfReached(owner: Owner, emailIndex: Buffer): Promise<void> {
  // What is not committed yet is settled by the sweep.
  if (openTransaction()) return
  await settleAddress(owner, emailIndex).catch((error: unknown) => {
    if (!(error instanceof UnavailableError)) throw error
  })
}

/** Settles lines whose time has come. @returns how many led to nobody and are gone */
export async function sweepAddresses(realm: Realm): Promise<number> {
  let gone = 0
  for (;;) {
    const due = await findDueEntries(realm, BATCH)
    const settled = await eachReachable(
      due,
      ({ id }) => shardOf(id),
      async (entry) => {
        if (await settle(entry)) gone++
      },
    )
    if (due.length < BATCH || settled === 0) return gone
  }
}
