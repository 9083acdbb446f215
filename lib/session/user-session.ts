import { cookies } from 'next/headers'
import { redirect } from 'next/navigation'
import { ABSOLUTE_SECONDS, cookieName, cookieOptions, IDLE_SECONDS, mintSession, sessionHash, USER_REALM } from './realm'
import { deleteUserSession, insertUserSession, readUserSessionRow, type UserSession } from './store'

export type { UserSession }

/** Starts a session under a new id, ending the one this browser had: an id from before the log-in is worth nothing. */
export async function startUserSession(userId: string, amr: string[]): Promise<Buffer> {
  const jar = await cookies()
  await endUserSession()
  const { cookie, hash } = await mintSession(USER_REALM)
  await insertUserSession(hash, userId, amr, IDLE_SECONDS)
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

export async function endUserSession(): Promise<void> {
  const jar = await cookies()
  const name = cookieName(USER_REALM)
  const hash = await sessionHash(USER_REALM, jar.get(name)?.value)
  if (hash) await deleteUserSession(hash)
  if (jar.has(name)) jar.set(name, '', { ...cookieOptions(), maxAge: 0 })
}
