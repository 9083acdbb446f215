import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { cache } from 'react'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { browserKind } from '#lib/core/browser-kind'
import { clientNetwork } from '#lib/core/client'
import { shardOf } from '#lib/core/shard'
import { isTimeZone } from '#lib/i18n/times'
import { ZONE_COOKIE } from '#lib/i18n/zone-cookie'
import { recordPersonLogIn } from '#lib/users/record-person-log-in'
import { endKeptSessionsOf } from './browser-accounts'
import { keepBrowserSecret } from './browser-secret'
import { isProven } from './proven'
import { ABSOLUTE_SECONDS, cookieName, cookieOptions, IDLE_SECONDS, mintSession, sessionHash, USER_REALM } from './realm'
import { deleteUserSession, insertUserSession, type Place, readUserSessionRow, type UserSession } from './store'
import { succeedSession } from './succeed-session'

export type { UserSession }

/** @property isKept a deletion was planned, and the log-in called it off */
export type BegunSession = { hash: Buffer; isKept: boolean }

/**
 * Starts a session under a new id, ending the one this browser had: an id from before the log-in is worth nothing. Apps
 * go on to know it by the names they had, if it is the same person.
 * @param isFirst the account was confirmed this moment, so its owner need not be told of a new browser
 * @returns null when who can get in has changed since they proved who they are
 */
export async function startUserSession({ id, accessVersion, amr }: ProvenLogIn, { isFirst = false } = {}): Promise<BegunSession | null> {
  const jar = await cookies()
  const browser = browserKind((await headers()).get('user-agent'))
  const { cookie, hash } = await mintSession(USER_REALM, shardOf(id))
  // Told first: a log-in calls a planned deletion off, and no session begins before that.
  const browserSecret = await keepBrowserSecret('device')
  let isKept = false
  const onKept = () => {
    isKept = true
  }
  if (!(await recordPersonLogIn({ id, accessVersion, browserSecret, browser, isFirst }, onKept))) return null
  if (!(await insertUserSession(hash, id, amr, IDLE_SECONDS, browser, accessVersion, placeOf(jar)))) return null
  const former = await sessionHash(USER_REALM, jar.get(cookieName(USER_REALM))?.value)
  if (former) await succeedSession(former, hash)
  await endKeptSessionsOf(id, hash)
  jar.set(cookieName(USER_REALM), cookie, cookieOptions())
  return { hash, isKept }
}

/** As the request itself says; nobody else is asked. */
function placeOf(jar: Awaited<ReturnType<typeof cookies>>): Place {
  const zone = jar.get(ZONE_COOKIE)?.value
  return { zone: zone && isTimeZone(zone) ? zone : null, network: clientNetwork() }
}

/** The person of this browser, or null. Asked once for a page and the frames around it; an action reads it anew. */
export const readUserSession = cache(async (): Promise<UserSession | null> => {
  const jar = await cookies()
  const hash = await sessionHash(USER_REALM, jar.get(cookieName(USER_REALM))?.value)
  return hash && readUserSessionRow(hash, IDLE_SECONDS, ABSOLUTE_SECONDS)
})

/** The person of this browser; whoever is not logged in is sent to the log-in page and back to `returnTo`. */
export async function requireUser(returnTo: string): Promise<UserSession> {
  return (await readUserSession()) ?? redirect(`/login?return_to=${encodeURIComponent(returnTo)}`)
}

/** Where somebody proves who they are, and then goes on. */
export const proofPath = (returnTo: string) => `/account/prove?return_to=${encodeURIComponent(returnTo)}`

/** For what an unattended browser must not allow: after a while whoever sits there proves who they are first. */
export async function requireProvenUser(returnTo: string): Promise<UserSession> {
  const session = await requireUser(returnTo)
  if (!isProven(session)) redirect(proofPath(returnTo))
  return session
}

export async function endUserSession(): Promise<void> {
  const jar = await cookies()
  const name = cookieName(USER_REALM)
  const hash = await sessionHash(USER_REALM, jar.get(name)?.value)
  if (hash) await deleteUserSession(hash)
  if (jar.has(name)) jar.set(name, '', { ...cookieOptions(), maxAge: 0 })
}
