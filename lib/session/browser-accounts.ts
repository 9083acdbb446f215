import { EncryptJWT, jwtDecrypt } from 'jose'
import { cookies } from 'next/headers'
import { z } from 'zod'
import { isSecureOrigin } from '#lib/core/env'
import { currentKey, keysFor } from '#lib/core/keyring'
import { readAccount } from '#lib/users/account/read-account'
import { ABSOLUTE_SECONDS, cookieName, cookieOptions, fingerprint, openSession, sealSession, USER_REALM } from './realm'
import { deleteUserSession, findLiveSessions } from './store'
import { succeedSession } from './succeed-session'

/** More than that are not one person's any more. */
const MOST_KEPT = 5

const name = () => `${isSecureOrigin() ? '__Host-' : ''}signet-accounts`
const shape = z.object({ sids: z.array(z.string()).max(MOST_KEPT) })

/** The sessions of this browser beside the one in use, by id. No app's request is ever answered from them. */
async function readKept(): Promise<string[]> {
  const sealed = (await cookies()).get(name())?.value
  if (!sealed) return []
  for (const { key } of keysFor(USER_REALM.purpose)) {
    const opened = await jwtDecrypt(sealed, key, ALGORITHMS).catch(() => null)
    const kept = opened && shape.safeParse(opened.payload).data
    if (kept) return kept.sids
  }
  return []
}

async function writeKept(sids: string[]): Promise<void> {
  const jar = await cookies()
  if (sids.length === 0) {
    if (jar.has(name())) jar.set(name(), '', { ...cookieOptions(), maxAge: 0 })
    return
  }
  const sealed = await new EncryptJWT({ sids })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setExpirationTime(`${ABSOLUTE_SECONDS}s`)
    .encrypt(currentKey(USER_REALM.purpose).key)
  jar.set(name(), sealed, cookieOptions())
}

const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

const readCurrent = async () => openSession(USER_REALM, (await cookies()).get(cookieName(USER_REALM))?.value)

/** @param sid null when nobody is in use */
async function writeCurrent(sid: string | null): Promise<void> {
  const jar = await cookies()
  if (sid !== null) jar.set(cookieName(USER_REALM), await sealSession(USER_REALM, sid), cookieOptions())
  else if (jar.has(cookieName(USER_REALM))) jar.set(cookieName(USER_REALM), '', { ...cookieOptions(), maxAge: 0 })
}

/** An account that is logged in in this browser. */
export type BrowserAccount = { hash: Buffer<ArrayBuffer>; email: string; isCurrent: boolean }

/**
 * The accounts of this browser, the one in use first; those whose session ended are left out.
 * @param environment where they are to belong, if it matters
 */
export async function readBrowserAccounts(environment?: string): Promise<BrowserAccount[]> {
  const current = await readCurrent()
  const hashes = [...(current === null ? [] : [current]), ...(await readKept())].map(fingerprint)
  const live = (await findLiveSessions(hashes)).filter((one) => environment === undefined || one.environment === environment)
  const found = hashes.map((hash, nth) => ({
    hash,
    isCurrent: nth === 0 && current !== null,
    userId: live.find((one) => hash.equals(one.hash))?.userId,
  }))
  const accounts = await Promise.all(
    found.map(async ({ userId, ...one }) => (userId === undefined ? [] : [{ ...one, email: (await readAccount(userId)).email }])),
  )
  return accounts.flat()
}

/** Whether anybody else is logged in in this browser beside the one in use. */
export const hasOtherAccounts = async (): Promise<boolean> => (await findLiveSessions((await readKept()).map(fingerprint))).length > 0

/** Puts the account in use aside: it stays logged in, and nobody is in use. */
export async function setAside(): Promise<void> {
  const current = await readCurrent()
  if (current === null) return
  const kept = [current, ...(await readKept()).filter((sid) => sid !== current)]
  for (const sid of kept.slice(MOST_KEPT)) await deleteUserSession(fingerprint(sid))
  await writeKept(kept.slice(0, MOST_KEPT))
  await writeCurrent(null)
}

/** Brings one account into use, and puts the one that was aside. @returns false when it is not of this browser any more */
export async function bringIntoUse(hash: Buffer): Promise<boolean> {
  const [current, kept] = [await readCurrent(), await readKept()]
  if (current !== null && fingerprint(current).equals(hash)) return true
  const chosen = kept.find((sid) => fingerprint(sid).equals(hash))
  if (chosen === undefined) return false
  await writeKept([...(current === null ? [] : [current]), ...kept.filter((sid) => sid !== chosen)])
  await writeCurrent(chosen)
  return true
}

/** Logs one account of this browser out; the others stay. */
export async function logOutOf(hash: Buffer): Promise<void> {
  const [current, kept] = [await readCurrent(), await readKept()]
  if (current !== null && fingerprint(current).equals(hash)) await writeCurrent(null)
  else if (kept.some((sid) => fingerprint(sid).equals(hash))) await writeKept(kept.filter((sid) => !fingerprint(sid).equals(hash)))
  else return
  await deleteUserSession(hash)
}

export async function logOutOfAll(): Promise<void> {
  for (const { hash } of await readBrowserAccounts()) await deleteUserSession(hash)
  await writeKept([])
  await writeCurrent(null)
}

/** A person who logs in anew needs no second session in the same browser. @param next the new one */
export async function endKeptSessionsOf(userId: string, next: Buffer): Promise<void> {
  const kept = await readKept()
  if (kept.length === 0) return
  const live = await findLiveSessions(kept.map(fingerprint))
  const own = live.filter((one) => one.userId === userId)
  for (const { hash } of own) await succeedSession(hash, next)
  await writeKept(kept.filter((sid) => live.some((one) => one.userId !== userId && one.hash.equals(fingerprint(sid)))))
}
