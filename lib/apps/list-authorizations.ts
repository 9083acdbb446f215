import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { decodeCursor, type PageQuery, toPage } from '#lib/core/page'
import { inCatalogOrder } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import { openSubjectRow } from '#lib/subjects/sealed-subject'
import { findApp, findConsents } from './store'

/**
 * Live consents of an app: pseudonym, alias, scopes. No times either: two apps' lists could be aligned by them.
 * Spec: Consent record.
 * @throws ApiError `not_found`, for a foreign app too
 */
export async function listAuthorizations(actor: CompanyActor, appId: string, page: PageQuery) {
  const key = decodeCursor(page.cursor, 1)?.[0]
  const after = key === undefined ? null : Buffer.from(key, 'base64url')
  const app = await withDatabase((db) => findApp(db, actor.companyId, appId))
  if (!app) throw notFound()
  const rows = await findConsents(appId, after, page.limit + 1)
  const allowed = new Set(app.scopes)
  return toPage(
    rows,
    page.limit,
    (row) => {
      const { sub, aliasLocalPart } = openSubjectRow(row)
      const scopes = inCatalogOrder(row.granted_scopes).filter((scope) => allowed.has(scope))
      return { sub, alias: aliasAddress(aliasLocalPart), scopes }
    },
    (row) => [row.sub_index.toString('base64url')],
  )
}
