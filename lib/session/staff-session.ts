import { cookies } from 'next/headers'
import { notFound, redirect } from 'next/navigation'
import { deviceHashOf } from '#lib/accounts/client'
import { type CompanyActor, checkedActor } from '#lib/companies/actor'
import type { ProvenStaff } from '#lib/companies/log-in-staff'
import { may, type Permission } from '#lib/companies/permissions'
import { rememberStaffDevice } from '#lib/companies/staff-store'
import { keepBrowserSecret } from './browser-secret'
import { ABSOLUTE_SECONDS, COMPANY_REALM, cookieName, cookieOptions, IDLE_SECONDS, mintSession, sessionHash } from './realm'
import { deleteStaffSession, insertStaffSession, readStaffSessionRow, type StaffSession } from './staff-session-store'

export type { StaffSession }

const NAME = () => cookieName(COMPANY_REALM)

/** The fingerprint of this browser's session; null without one. It proves nothing: `readStaffSession` says whether it lives. */
export const staffSessionHash = async () => sessionHash(COMPANY_REALM, (await cookies()).get(NAME())?.value)

/**
 * Starts a session under a new id, ending the one this browser had. Whoever's way in was changed at this very moment is
 * sent to the log-in page.
 */
export async function startStaffSession({ staffId, accessVersion }: ProvenStaff): Promise<void> {
  await endStaffSession()
  const { cookie, hash } = await mintSession(COMPANY_REALM)
  if (!(await insertStaffSession(hash, staffId, IDLE_SECONDS, accessVersion))) redirect('/company/login')
  await rememberStaffDevice(staffId, deviceHashOf(await keepBrowserSecret('company-device')))
  ;(await cookies()).set(NAME(), cookie, cookieOptions())
}

export async function readStaffSession(): Promise<StaffSession | null> {
  const hash = await staffSessionHash()
  return hash && readStaffSessionRow(hash, IDLE_SECONDS, ABSOLUTE_SECONDS)
}

/** Whoever is not logged in is sent to the log-in page and back. */
export async function requireStaff(returnTo: string): Promise<StaffSession> {
  return (await readStaffSession()) ?? redirect(`/company/login?return_to=${encodeURIComponent(returnTo)}`)
}

/** The actor of a change, once the role was found to allow it; to others the page is not there. */
export async function requirePermission(permission: Permission, returnTo: string): Promise<CompanyActor & StaffSession> {
  const session = await requireStaff(returnTo)
  if (!may(session.role, permission)) notFound()
  return { ...session, ...actorOf(session) }
}

export const actorOf = ({ companyId, staffId }: StaffSession): CompanyActor => checkedActor({ companyId, kind: 'staff', id: staffId })

export async function endStaffSession(): Promise<void> {
  const hash = await staffSessionHash()
  if (hash) await deleteStaffSession(hash)
  const jar = await cookies()
  if (jar.has(NAME())) jar.set(NAME(), '', { ...cookieOptions(), maxAge: 0 })
}
