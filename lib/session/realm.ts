import { randomBytes } from 'node:crypto'
import { decode, encode } from 'next-auth/jwt'
import { isSecureOrigin } from '#lib/core/env'
import { keysFor } from '#lib/core/keyring'
import { blindIndex } from '#lib/core/sealed'
import { cookieValue } from './cookie-value'

/**
 * One kind of log-in: its cookie, its keys, its lifetimes. People and company staff have one each, and neither cookie
 * opens the other's area. The cookie is next-auth's encrypted token holding a random session id; what counts is that
 * id's row, looked at on every request.
 */
export type Realm = { name: 'user' | 'company'; purpose: 'user-session' | 'company-session' }

export const USER_REALM = { name: 'user', purpose: 'user-session' } as const satisfies Realm
export const COMPANY_REALM = { name: 'company', purpose: 'company-session' } as const satisfies Realm

/** Seconds without a visit, and in all. */
export const IDLE_SECONDS = 7 * 24 * 3600
export const ABSOLUTE_SECONDS = 30 * 24 * 3600

export const cookieName = (realm: Realm) => `${isSecureOrigin() ? '__Host-' : ''}signet-${realm.name}`

export const cookieOptions = () => ({ httpOnly: true, sameSite: 'lax', path: '/', secure: isSecureOrigin(), maxAge: ABSOLUTE_SECONDS }) as const

export const secretsOf = (realm: Realm) => keysFor(realm.purpose).map(({ key }) => key.toString('hex'))

/** A new session id, as the cookie's value and as the fingerprint to store. */
export async function mintSession(realm: Realm): Promise<{ cookie: string; hash: Buffer<ArrayBuffer> }> {
  const sid = randomBytes(32).toString('base64url')
  const cookie = await encode({ token: { sid }, secret: secretsOf(realm)[0] as string, maxAge: ABSOLUTE_SECONDS })
  return { cookie, hash: blindIndex('session', sid) }
}

/** The fingerprint in a cookie's value; null when it is not one of ours. */
export async function sessionHash(realm: Realm, cookie: string | undefined): Promise<Buffer<ArrayBuffer> | null> {
  if (!cookie) return null
  for (const secret of secretsOf(realm)) {
    const token = await decode({ token: cookie, secret }).catch(() => null)
    if (typeof token?.sid === 'string') return blindIndex('session', token.sid)
  }
  return null
}

/** The same, from a plain request's Cookie header. */
export const sessionHashOf = (realm: Realm, cookies: string | null) => sessionHash(realm, cookieValue(cookies, cookieName(realm)))
