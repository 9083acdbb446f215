import type { NextAuthOptions } from 'next-auth'
import { encode, type JWT } from 'next-auth/jwt'
import { isSecureOrigin } from '#lib/core/env'
import { ABSOLUTE_SECONDS, cookieName, cookieOptions, IDLE_SECONDS, type Realm, secretsOf, sessionHash } from './realm'
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
    secret: secretsOf(realm)[0],
    providers: [],
    session: { strategy: 'jwt', maxAge: ABSOLUTE_SECONDS },
    pages: { signIn: backing.signIn, error: backing.signIn },
    cookies: {
      sessionToken: { name: cookieName(realm), options: cookieOptions() },
      csrfToken: { name: `${prefix}-csrf`, options: { ...cookieOptions(), maxAge: undefined } },
      callbackUrl: { name: `${prefix}-callback`, options: { ...cookieOptions(), maxAge: undefined } },
    },
    jwt: {
      encode,
      decode: async ({ token }) => {
        const hash = await sessionHash(realm, token)
        return hash && (await backing.isLive(hash)) ? ({ hash: hash.toString('base64url') } as JWT) : null
      },
    },
    callbacks: { session: ({ session }) => ({ expires: session.expires }) },
    events: {
      signOut: async ({ token }) => {
        if (typeof token?.hash === 'string') await backing.end(Buffer.from(token.hash, 'base64url'))
      },
    },
  }
}
