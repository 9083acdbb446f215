import { cookies, headers } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { cache } from 'react'
import { type ProvenLogIn, recordLogIn } from '#lib/accounts/sessions/record-log-in'
import type { CompanyActor } from '#lib/companies/actor'
import type { FactorDemand } from '#lib/companies/judge-factor-demand'
import { isOfHome, may, type Permission } from '#lib/companies/permissions'
import { isStaffSuspended, staffAccounts } from '#lib/companies/staff'
import { browserKind } from '#lib/core/browser-kind'
import { shardOf } from '#lib/core/shard'
import type { Locale } from '#lib/i18n/locales'
import { keepBrowserSecret } from './browser-secret'
import { dropTyped, isDrawnElsewhere, type Keepable, keepTyped } from './kept-typed'
import { isProven } from './proven'
import { ABSOLUTE_SECONDS, COMPANY_REALM, cookieName, cookieOptions, IDLE_SECONDS, mintSession, sessionHash } from './realm'
import { actorOf, homeActorOf } from './staff-actor'
import { deleteStaffSession, insertStaffSession, readStaffSessionRow, type StaffSession } from './staff-session-store'

export { actorOf, homeActorOf, type StaffSession }

/** Which environment of the company this browser looks at. It opens nothing: the session says whose. */
const ENVIRONMENT_COOKIE = 'signet_environment'
const TEST = 'test'

/** Turns this browser to the company's test environment, or back to what is live. */
export async function lookAtTest(isTest: boolean): Promise<void> {
  ;(await cookies()).set(ENVIRONMENT_COOKIE, isTest ? TEST : '', { ...cookieOptions(), ...(!isTest && { maxAge: 0 }) })
}

const NAME = () => cookieName(COMPANY_REALM)

/** The fingerprint of this browser's session; null without one. It proves nothing: `readStaffSession` says whether it lives. */
export const staffSessionHash = async () => sessionHash(COMPANY_REALM, (await cookies()).get(NAME())?.value)

/**
 * Starts a session under a new id, ending the one this browser had. Whoever's way in was changed at this very moment is
 * sent to the log-in page.
 * @param locale in which a mail about a new browser is written
 * @param isFirst the account was confirmed this moment, so its owner need not be told of a new browser
 */
export async function startStaffSession({ id, accessVersion, amr }: ProvenLogIn, locale: Locale, { isFirst = false } = {}): Promise<void> {
  const browser = browserKind((await headers()).get('user-agent'))
  const browserSecret = await keepBrowserSecret('company-device')
  const { cookie, hash } = await mintSession(COMPANY_REALM, shardOf(id))
  const isRecorded = await recordLogIn(staffAccounts(locale), { id, accessVersion, browserSecret, browser, isFirst })
  const session = { staffId: id, idleSeconds: IDLE_SECONDS, accessVersion, amr, device: browser }
  if (!isRecorded || !(await insertStaffSession(hash, session))) {
    redirect(`/company/login${(await isStaffSuspended(id)) ? '?problem=suspended' : ''}`)
  }
  await endStaffSession()
  ;(await cookies()).set(NAME(), cookie, cookieOptions())
}

/** Once for a page and the frames around it; an action reads it anew. */
const readAnyStaffSession = cache(async (): Promise<StaffSession | null> => {
  const hash = await staffSessionHash()
  const isInTest = (await cookies()).get(ENVIRONMENT_COOKIE)?.value === TEST
  return hash && readStaffSessionRow(hash, IDLE_SECONDS, ABSOLUTE_SECONDS, isInTest)
})

/** The member of staff of this browser; null too while they owe a second factor. */
export async function readStaffSession(): Promise<StaffSession | null> {
  const session = await readAnyStaffSession()
  return session?.demand === null ? session : null
}

/** Where somebody proves who they are, and then goes on. */
export const staffProofPath = (returnTo: string) => `/company/prove?return_to=${encodeURIComponent(returnTo)}`

/**
 * Whoever is not logged in is sent to the log-in page and back; whoever owes a second factor to where they bring it.
 * @param open the page, or what it does, is there for those who owe this
 */
export async function requireStaff(returnTo: string, ...open: FactorDemand[]): Promise<StaffSession> {
  const session = await readAnyStaffSession()
  if (!session) redirect(`/company/login?return_to=${encodeURIComponent(returnTo)}`)
  if (session.demand === null || open.includes(session.demand)) return session
  redirect(session.demand === 'prove' ? staffProofPath(returnTo) : '/company/security')
}

/** For what an unattended browser must not allow: after a while whoever sits there proves who they are first. */
export async function requireProvenStaff(returnTo: string, ...open: FactorDemand[]): Promise<StaffSession> {
  const session = await requireStaff(returnTo, ...open)
  if (!isProven(session)) redirect(staffProofPath(returnTo))
  return session
}

/**
 * The actor of a change, once the role was found to allow it; to others the page is not there.
 * @param typed the form of what would be new in an environment. Sent from a page that showed the other one, it does nothing and leads back to its page.
 *   What was typed is there again, then and when whoever sent it has to log in first
 */
export async function requirePermission(permission: Permission, returnTo: string, typed?: Keepable): Promise<CompanyActor & StaffSession> {
  const live = await readStaffSession()
  const isElsewhere = live !== null && typed !== undefined && !isOfHome(permission) && isDrawnElsewhere(typed.form, live)
  if (typed) await (live && !isElsewhere ? dropTyped() : keepTyped(returnTo, typed))
  if (isElsewhere) redirect(returnTo)
  const session = await requireStaff(returnTo)
  if (!may(session, permission)) notFound()
  return { ...session, ...(isOfHome(permission) ? homeActorOf(session) : actorOf(session)) }
}

/** The same for keys, secrets, return addresses, members and roles, after a proof of who sits there. */
export async function requireProvenPermission(permission: Permission, returnTo: string, typed?: Keepable): Promise<CompanyActor & StaffSession> {
  const session = await requirePermission(permission, returnTo, typed)
  if (!isProven(session)) redirect(staffProofPath(returnTo))
  return session
}

export async function endStaffSession(): Promise<void> {
  const hash = await staffSessionHash()
  if (hash) await deleteStaffSession(hash)
  const jar = await cookies()
  if (jar.has(NAME())) jar.set(NAME(), '', { ...cookieOptions(), maxAge: 0 })
}
