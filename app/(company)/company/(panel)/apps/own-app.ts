import { notFound } from 'next/navigation'
import { cache } from 'react'
import { getApp, suspendedAmong } from '#lib/apps/read-apps'
import { ApiError } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import { actorOf, readStaffSession, requireStaff } from '#lib/session/staff-session'

/** The session of this request and its company's app of that id; a foreign app is null like a missing one. */
export const ownApp = cache(async (id: string) => {
  const session = await readStaffSession()
  if (!session || !isId('app', id)) return { session, app: null, isSuspended: false }
  const app = await getApp(actorOf(session), id).catch((error: unknown) => {
    if (error instanceof ApiError && error.code === 'not_found') return null
    throw error
  })
  const isSuspended = app !== null && (await suspendedAmong(actorOf(session), [id])).has(id)
  return { session, app, isSuspended }
})

/** For a page of an app: whoever is not logged in goes to log in and back, and what is not theirs is not there. */
export async function requireOwnApp(id: string, tab = '') {
  const { session, app, isSuspended } = await ownApp(id)
  return { session: session ?? (await requireStaff(`/company/apps/${id}${tab}`)), app: app ?? notFound(), isSuspended }
}
