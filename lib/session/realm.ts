import { EncryptJWT, jwtDecrypt } from 'jose'
import { isSecureOrigin } from '#lib/core/env'
import { currentKey, keysFor } from '#lib/core/keyring'
import { blindIndex } from '#lib/core/sealed'
import { hashOn, newShard, randomForUs, type Shard, shardForUs } from '#lib/core/shard'
import { cookieValue } from './cookie-value'

/**
 * One kind of log-in: its cookie, its keys, its lifetimes. People and company staff have one each, and neither cookie
 * opens the other's area. The cookie is an encrypted token as next-auth makes them, holding a random session id; what
 * counts is that id's row, looked at on every request.
 */
export type Realm = { name: 'user' | 'company'; purpose: 'user-session' | 'company-session' }

export const USER_REALM = { name: 'user', purpose: 'user-session' } as const satisfies Realm
export const COMPANY_REALM = { name: 'company', purpose: 'company-session' } as const satisfies Realm

/** Seconds without a visit, and in all. */
export const IDLE_SECONDS = 7 * 24 * 3600
export const ABSOLUTE_SECONDS = 30 * 24 * 3600

export const cookieName = (realm: Realm) => `${isSecureOrigin() ? '__Host-' : ''}signet-${realm.name}`

export const cookieOptions = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecureOrigin(), maxAge: ABSOLUTE_SECONDS }) as const

const [SID, SID_CHARACTERS] = ['session', 43] as const

/** A new session id, as the cookie's value and as the fingerprint to store. @param shard of whose session it is */
export async function mintSession(realm: Realm, shard: Shard = newShard()): Promise<{ cookie: string; hash: Buffer<ArrayBuffer> }> {
  const sid = randomForUs(shard, SID, SID_CHARACTERS)
  return { cookie: await sealSession(realm, sid), hash: fingerprint(sid) }
}

/**
 * A session id as the cookie's value. next-auth would derive the key anew for every cookie it reads, which costs more
 * than all the rest of reading it; ours are keys already. @see RFC 7516 §3.1
 */
export const sealSession = (realm: Realm, sid: string) =>
  new EncryptJWT({ sid })
    .setProtectedHeader({ alg: 'dir', enc: 'A256GCM' })
    .setIssuedAt()
    .setExpirationTime(`${ABSOLUTE_SECONDS}s`)
    .encrypt(currentKey(realm.purpose).key)

/** The session id in a cookie's value; null when it is not one of ours. */
export async function openSession(realm: Realm, cookie: string | undefined): Promise<string | null> {
  if (!cookie) return null
  const seen = opened[realm.name].get(cookie)
  if (seen !== undefined) return seen
  for (const { key } of keysFor(realm.purpose)) {
    const token = await jwtDecrypt(cookie, key, ALGORITHMS).catch(() => null)
    if (typeof token?.payload.sid === 'string') return remember(opened[realm.name], cookie, token.payload.sid)
  }
  return null
}

/** Browsers show the same cookie again and again. Whether its session still lives is never remembered. */
const opened = { user: new Map<string, string>(), company: new Map<string, string>() }
const MOST_REMEMBERED = 5000

function remember(known: Map<string, string>, cookie: string, sid: string): string {
  if (known.size >= MOST_REMEMBERED) known.delete(known.keys().next().value as string)
  known.set(cookie, sid)
  return sid
}

const ALGORITHMS = { keyManagementAlgorithms: ['dir'], contentEncryptionAlgorithms: ['A256GCM'] }

/** The fingerprint of a session id, by which its row is found. */
export const fingerprint = (sid: string) => hashOn(shardForUs(SID, sid), blindIndex('session', sid))

/** The fingerprint in a cookie's value; null when it is not one of ours. */
export async function sessionHash(realm: Realm, cookie: string | undefined): Promise<Buffer<ArrayBuffer> | null> {
  const sid = await openSession(realm, cookie)
  return sid === null ? null : fingerprint(sid)
}

/** The same, from a plain request's Cookie header. */
export const sessionHashOf = (realm: Realm, cookies: string | null) => sessionHash(realm, cookieValue(cookies, cookieName(realm)))
