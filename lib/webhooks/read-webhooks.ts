import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { decodeTimeCursor, type PageQuery, toPage } from '#lib/core/page'
import { presentWebhook } from './present-webhook'
import { findWebhook, findWebhooks } from './store'

/** @throws ApiError `invalid_request` */
export async function listWebhooks({ companyId }: CompanyActor, { limit, cursor }: PageQuery) {
  const after = decodeTimeCursor(cursor)
  const rows = await withDatabase((db) => findWebhooks(db, companyId, after, limit + 1))
  return toPage(rows, limit, presentWebhook, ({ createdAt, id }) => [createdAt.toISOString(), id])
}

/** @throws ApiError `not_found` */
export async function getWebhook({ companyId }: CompanyActor, id: string) {
  const webhook = await withDatabase((db) => findWebhook(db, companyId, id))
  if (!webhook) throw notFound()
  return presentWebhook(webhook)
}
