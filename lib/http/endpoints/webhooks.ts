import { notFound } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import {
  createWebhookOperation,
  deleteWebhookOperation,
  getWebhookOperation,
  listWebhooksOperation,
  resendOperation,
  rotateWebhookSecretOperation,
  testWebhookOperation,
  updateWebhookOperation,
} from '#lib/webhooks/contract'
import { createWebhook } from '#lib/webhooks/create-webhook'
import { deleteWebhook } from '#lib/webhooks/delete-webhook'
import { getWebhook, listWebhooks } from '#lib/webhooks/read-webhooks'
import { resendByApi } from '#lib/webhooks/resend'
import { rotateWebhookSecret } from '#lib/webhooks/rotate-webhook-secret'
import { testWebhook } from '#lib/webhooks/test-webhook'
import { updateWebhook } from '#lib/webhooks/update-webhook'
import { bind, companyEndpoints } from '../company-route'

/** The webhook of the path. @throws ApiError `not_found` for anything that cannot be an id */
function idOf({ id = '' }: Record<string, string>): string {
  if (!isId('whk', id)) throw notFound()
  return id
}

/** Where a company's events are sent. @see Standard Webhooks */
export const webhookBindings = [
  bind(listWebhooksOperation, (actor, { query }) => listWebhooks(actor, query)),
  bind(createWebhookOperation, (actor, { body }) => createWebhook(actor, body)),
  bind(getWebhookOperation, (actor, { params }) => getWebhook(actor, idOf(params))),
  bind(updateWebhookOperation, (actor, { params, body }) => updateWebhook(actor, idOf(params), body)),
  bind(deleteWebhookOperation, (actor, { params }) => deleteWebhook(actor, idOf(params))),
  bind(rotateWebhookSecretOperation, (actor, { params }) => rotateWebhookSecret(actor, idOf(params))),
  bind(testWebhookOperation, (actor, { params, body }) => testWebhook(actor, idOf(params), body.type)),
  bind(resendOperation, (actor, { params, body }) => resendByApi(actor, idOf(params), body)),
]

export const webhookEndpoints = companyEndpoints(webhookBindings)
