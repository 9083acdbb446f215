import { cookies, headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { deviceLabel } from '#lib/users/device'
import { recordLogIn } from '#lib/users/record-log-in'
import { keepBrowserSecret } from './browser-secret'
import { ABSOLUTE_SECONDS, cookieName, cookieOptions, IDLE_SECONDS, mintSession, sessionHash, USER_REALM } from './realm'
import { deleteUserSession, insertUserSession, readUserSessionRow, type UserSession } from './store'

export type { UserSession }

/**
 * Starts a session under a new id, ending the one this browser had: an id from before the log-in is worth nothing.
 * @param isFirst the account was confirmed this moment, so its owner need not be told of a new browser
 */
export async function startUserSession(userId: string, amr: string[], { isFirst = false } = {}): Promise<Buffer> {
  const jar = await cookies()
  const device = deviceLabel((await headers()).get('user-agent'))
  await endUserSession()
  const { cookie, hash } = await mintSession(USER_REALM)
  await insertUserSession(hash, userId, amr, IDLE_SECONDS, device)
  await recordLogIn({ userId, deviceSecret: await keepBrowserSecret('device'), device, isFirst })
  jar.set(cookieName(USER_REALM), cookie, cookieOptions())
  return hash
}

/** The person of this browser, or null. */
export async function readUserSession(): Promise<UserSession | null> {
  const jar = await cookies()
  const hash = await sessionHash(USER_REALM, jar.get(cookieName(USER_REALM))?.value)
  return hash && readUserSessionRow(hash, IDLE_SECONDS, ABSOLUTE_SECONDS)
}

/** The person of this browser; whoever is not logged in is sent to the log-in page and back to `returnTo`. */
export async function requireUser(returnTo: string): Promise<UserSession> {
  return (await readUserSession()) ?? redirect(`/login?return_to=${encodeURIComponent(returnTo)}`)
}

/** How long after a log-in nobody asks who sits there. */
const RECENT_SECONDS = 10 * 60

/** For changes an unattended browser must not allow: whoever logged in a while ago logs in again first. */
export async function requireRecentUser(returnTo: string): Promise<UserSession> {
  const session = await requireUser(returnTo)
  if (session.authAgeSeconds > RECENT_SECONDS) redirect(`/login?again=1&return_to=${encodeURIComponent(returnTo)}`)
  return session
}

export async function endUserSession(): Promise<void> {
  const jar = await cookies()
  const name = cookieName(USER_REALM)
  const hash = await sessionHash(USER_REALM, jar.get(name)?.value)
  if (hash) await deleteUserSession(hash)
  if (jar.has(name)) jar.set(name, '', { ...cookieOptions(), maxAge: 0 })
}
