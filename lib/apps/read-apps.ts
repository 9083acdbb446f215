import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { decodeTimeCursor, type PageQuery, toPage } from '#lib/core/page'
import { findAppsNamed } from './choices-store'
import { presentApp } from './present-app'
import { MOST_CHOICES, toChoices } from './read-choices'
import { findApp, findApps, findSuspended } from './store'

/** One app of the company. @throws ApiError `not_found`, for a foreign app too */
export async function getApp(actor: CompanyActor, id: string) {
  const app = await withDatabase((db) => findApp(db, actor.companyId, id))
  if (!app) throw notFound()
  return presentApp(app)
}

/** Which of the company's apps the operator stopped, whatever the company says. */
export const suspendedAmong = async (actor: CompanyActor, ids: string[]): Promise<Set<string>> =>
  new Set((await withDatabase((db) => findSuspended(db, actor.companyId, ids))).map(({ id }) => id))

/** The company's apps, newest first. */
export async function listApps(actor: CompanyActor, page: PageQuery) {
  const after = decodeTimeCursor(page.cursor)
  const rows = await withDatabase((db) => findApps(db, actor.companyId, after, page.limit + 1))
  return toPage(rows, page.limit, presentApp, (app) => [app.createdAt.toISOString(), app.id])
}

/** Those that a text finds by their name, id or client id, newest first. */
export async function findAppsBy(actor: CompanyActor, find: string) {
  const { items, isMore } = toChoices(await findAppsNamed(actor.companyId, find, MOST_CHOICES + 1), find)
  const ids = items.map(({ id }) => id)
  return { data: (await withDatabase((db) => findApps(db, actor.companyId, null, MOST_CHOICES, ids))).map(presentApp), isMore }
}
