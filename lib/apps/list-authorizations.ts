import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { decodeCursor, type PageQuery, toPage } from '#lib/core/page'
import { inCatalogOrder } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import { findApp, findConsents } from './store'

/**
 * Live consents of an app: pseudonym, alias, scopes. No times either: two apps' lists could be aligned by them.
 * Spec: Consent record.
 * @throws ApiError `not_found`, for a foreign app too
 */
export async function listAuthorizations(actor: CompanyActor, appId: string, page: PageQuery) {
  const after = decodeCursor(page.cursor, 1)?.[0] ?? null
  const { app, rows } = await withDatabase(async (db) => {
    const found = await findApp(db, actor.companyId, appId)
    return { app: found, rows: found ? await findConsents(db, appId, after, page.limit + 1) : [] }
  })
  if (!app) throw notFound()
  const allowed = new Set(app.scopes)
  return toPage(
    rows,
    page.limit,
    (row) => ({
      sub: row.sub,
      alias: aliasAddress(row.aliasLocalPart),
      scopes: inCatalogOrder(row.grant?.grantedScopes ?? []).filter((scope) => allowed.has(scope)),
    }),
    (row) => [row.sub],
  )
}
