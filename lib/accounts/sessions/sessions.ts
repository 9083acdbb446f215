import { transaction, withDatabase } from '#lib/core/db'
import { blindIndex } from '#lib/core/sealed'
import { type Accounts, requireAccount } from '../accounts'
import { changeAccess } from '../credentials/change-access'
import { holdForChange } from '../credentials/store'
import { deleteSession, findSessions } from './store'

/** What a session is called on a page: nothing by which it could be found in the database, or taken over. */
const handleOf = (idHash: Uint8Array) =>
  blindIndex('session', `handle ${Buffer.from(idHash).toString('hex')}`)
    .toString('base64url')
    .slice(0, 22)

/** Where its owner is logged in, the latest visit first. */
export async function listSessions({ realm }: Accounts, id: string, current: Buffer) {
  const rows = await withDatabase((db) => findSessions(db, { realm, id }))
  const own = rows.find(({ id_hash }) => current.equals(id_hash))?.network_hash
  return rows.map(({ id_hash, since, last_seen_at, device, amr, zone, network_hash }) => ({
    handle: handleOf(id_hash),
    isThisOne: current.equals(id_hash),
    since,
    lastSeenAt: last_seen_at,
    device,
    /** The zone that its browser named. */
    zone,
    /** Whether it logged in from the network that this one did; null where that is not known. */
    isSameNetwork: own && network_hash ? Buffer.compare(own, network_hash) === 0 : null,
    withPasskey: amr.includes('hwk') || amr.includes('swk'),
  }))
}

/** Logs every other browser out, and ends whatever else was begun elsewhere. @returns how many sessions there were */
export async function endOtherSessions(accounts: Accounts, id: string, current: Buffer<ArrayBuffer>): Promise<number> {
  const ended = await changeAccess({ realm: accounts.realm, id }, current, async (change, end) => {
    const { sessions } = await end()
    if (sessions > 0) await accounts.tell(change, await requireAccount(change, accounts, id), 'sessions_ended')
    return sessions
  })
  return ended ?? 0
}

/** Logs one browser out. @param handle as `listSessions` gave it @returns false when it was logged out already, or is nobody's */
export const endSession = (accounts: Accounts, id: string, handle: string): Promise<boolean> =>
  transaction(async (tx) => {
    const owner = { realm: accounts.realm, id }
    if (!(await holdForChange(tx, owner))) return false
    const named = (await findSessions(tx, owner)).find(({ id_hash }) => handleOf(id_hash) === handle)
    if (!named || !(await deleteSession(tx, owner, Buffer.from(named.id_hash)))) return false
    await accounts.tell(tx, await requireAccount(tx, accounts, id), 'session_ended')
    return true
  })
