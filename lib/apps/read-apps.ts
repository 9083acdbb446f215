import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { decodeCursor, type PageQuery, toPage } from '#lib/core/page'
import { presentApp } from './present-app'
import { findApp, findApps } from './store'

/** One app of the company. @throws ApiError `not_found`, for a foreign app too */
export async function getApp(actor: CompanyActor, id: string) {
  const app = await withDatabase((db) => findApp(db, actor.companyId, id))
  if (!app) throw notFound()
  return presentApp(app)
}

/** The company's apps, newest first. */
export async function listApps(actor: CompanyActor, page: PageQuery) {
  const key = decodeCursor(page.cursor, 2)
  const after = key && { createdAt: new Date(key[0] as string), id: key[1] as string }
  if (after && Number.isNaN(after.createdAt.getTime())) throw new ApiError('invalid_request', 'cursor: is not one that this list returned')
  const rows = await withDatabase((db) => findApps(db, actor.companyId, after, page.limit + 1))
  return toPage(rows, page.limit, presentApp, (app) => [app.createdAt.toISOString(), app.id])
}
