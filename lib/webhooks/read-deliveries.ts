import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { withDatabase } from '#lib/core/db'
import { decodeTimeCursor, toPage } from '#lib/core/page'
import { openWithMasterKey } from '#lib/core/sealed'
import { answerPlace } from './attempt-delivery'
import { type DeliveryFilter, findDeliveries, findDelivery, findEventOfDelivery } from './panel-store'
import { getWebhook } from './read-webhooks'
import { bodyOfDelivery } from './request-of'
import { findAddress } from './store'

const PAGE = 30

/**
 * A webhook with what was sent there, the newest first.
 * @throws ApiError `not_found`, `invalid_request` for a cursor that this list did not return
 */
export async function readWebhookPage(actor: CompanyActor, id: string, filter: Filter) {
  const webhook = await getWebhook(actor, id)
  return { webhook, deliveries: await listDeliveries(actor, id, filter) }
}

type Filter = DeliveryFilter & { cursor?: string }

/**
 * What an address of the company's, a webhook or a stream of signals, was told, the newest first.
 * @throws ApiError `not_found`, `invalid_request` for a cursor that this list did not return
 */
export async function listDeliveries({ companyId }: CompanyActor, id: string, filter: Filter) {
  const after = decodeTimeCursor(filter.cursor)
  const rows = await withDatabase(async (db) => {
    if (!(await findAddress(db, companyId, id))) throw notFound()
    return findDeliveries(db, { companyId, webhookId: id }, filter, after, PAGE + 1)
  })
  return toPage(
    rows,
    PAGE,
    (row) => row,
    ({ created_at, event_id }) => [created_at.toISOString(), event_id],
  )
}

/** One delivery: the request of a webhook as it is sent, and every try with the beginning of its answer. @throws ApiError `not_found` */
export async function readDelivery({ companyId }: CompanyActor, webhookId: string, eventId: string) {
  const found = await withDatabase((db) => findDelivery(db, companyId, webhookId, eventId))
  if (!found) throw notFound()
  const event = await withDatabase((db) => findEventOfDelivery(db, companyId, eventId))
  const body =
    found.webhook.kind !== 'webhook'
      ? null
      : bodyOfDelivery({
          event_id: eventId,
          type: found.type,
          is_sample: found.isSample,
          created_at: found.createdAt,
          data_sealed: event && Buffer.from(event.dataSealed),
          master_key_id: event?.masterKeyId ?? null,
          visible_at: event?.visibleAt ?? null,
        })
  const { type, isSample, state, dueAt, createdAt, webhook, log } = found
  const tries = log.map(({ number, requestId, startedAt, milliseconds, status, fault, answerSealed, masterKeyId }) => ({
    number,
    requestId,
    startedAt,
    milliseconds,
    status,
    fault,
    answer: answerSealed && masterKeyId ? openWithMasterKey(answerSealed, masterKeyId, answerPlace(requestId)).toString() : null,
  }))
  return { kind: webhook.kind as 'webhook' | 'push' | 'poll', url: webhook.url, eventId, type, isSample, state, dueAt, createdAt, body, tries }
}
