import type { NextAuthOptions } from 'next-auth'
import { isSecureOrigin } from '#lib/core/env'
import { currentKey } from '#lib/core/keyring'
import { ABSOLUTE_SECONDS, cookieName, cookieOptions, fingerprint, IDLE_SECONDS, openSession, type Realm, sealSession } from './realm'
import { deleteStaffSession, readStaffSessionRow } from './staff-session-store'
import { deleteUserSession, readUserSessionRow } from './store'

/** Where a realm's sessions are looked up and ended, and which page logs in. */
type Backing = { signIn: string; isLive: (hash: Buffer<ArrayBuffer>) => Promise<boolean>; end: (hash: Buffer) => Promise<unknown> }

const BACKING: Record<'user' | 'company', Backing> = {
  company: {
    signIn: '/company/login',
    isLive: async (hash) => (await readStaffSessionRow(hash, IDLE_SECONDS, ABSOLUTE_SECONDS)) !== null,
    end: deleteStaffSession,
  },
  user: {
    signIn: '/login',
    isLive: async (hash) => (await readUserSessionRow(hash, IDLE_SECONDS, ABSOLUTE_SECONDS)) !== null,
    end: deleteUserSession,
  },
}

/**
 * next-auth for one realm. Logging in happens on our own pages, which work without JavaScript; next-auth keeps the
 * token format, the session endpoint and the sign-out. A token whose row is gone decodes to nothing, so
 * `getServerSession` is null as soon as a session was revoked.
 */
export function nextAuthOptions(realm: Realm & { name: keyof typeof BACKING }): NextAuthOptions {
  const backing = BACKING[realm.name]
  const prefix = `${isSecureOrigin() ? '__Host-' : ''}signet-${realm.name}`
  return {
    secret: currentKey(realm.purpose).key.toString('hex'),
    providers: [],
    session: { strategy: 'jwt', maxAge: ABSOLUTE_SECONDS },
    pages: { signIn: backing.signIn, error: backing.signIn },
    cookies: {
      sessionToken: { name: cookieName(realm), options: cookieOptions() },
      csrfToken: { name: `${prefix}-csrf`, options: { ...cookieOptions(), maxAge: undefined } },
      callbackUrl: { name: `${prefix}-callback`, options: { ...cookieOptions(), maxAge: undefined } },
    },
    jwt: {
      encode: ({ token }) => sealSession(realm, String(token?.sid)),
      decode: async ({ token }) => {
        const sid = await openSession(realm, token)
        return sid !== null && (await backing.isLive(fingerprint(sid))) ? { sid } : null
      },
    },
    callbacks: { session: ({ session }) => ({ expires: session.expires }) },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.sid === 'string') await backing.end(fingerprint(token.sid))
      },
    },
  }
}
