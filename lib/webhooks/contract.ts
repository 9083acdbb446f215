import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText } from '#lib/core/outside-text'
import { listOf, pageQuery } from '#lib/core/page'
import { address, idText, timeText } from '#lib/core/wire-types'
import { EVENT_TYPES, eventType } from '#lib/events/types'
import { DISABLED_REASONS, SIGNATURES, WEBHOOK_STATUSES } from './schema'

const signature = z
  .enum(SIGNATURES)
  .meta({ id: 'SignatureKind', description: '`v1`: HMAC-SHA-256 with a secret. `v1a`: Ed25519, checked with `public_key`.' })
const status = z.enum(WEBHOOK_STATUSES).meta({ id: 'WebhookStatus' })
const publicKey = z
  .string()
  .nullable()
  .describe('Checks signatures of the kind `v1a`; null for `v1`.')
  .meta({ examples: [null] })
const url = outsideText()
  .max(2000)
  .meta(address('https://shop.example/hooks/signet'))
  .describe('Where events are sent: https, without user name, password or fragment.')
const eventTypes = z.array(eventType).max(EVENT_TYPES.length).describe('Types of events that are sent; none given: all of them.')
const appIds = z
  .array(
    outsideText()
      .max(100)
      .meta({ examples: ['app_5Jt0mXyE2cVvQk8sW1aBzR'] }),
  )
  .max(100)
  .describe('Apps whose events are sent; none given: all of them. What is about no app is always sent.')

export const createWebhookInput = z.strictObject({
  url,
  event_types: eventTypes.default([]),
  app_ids: appIds.default([]),
  signature: signature.default('v1').describe('`v1`: HMAC-SHA-256 with a secret. `v1a`: Ed25519, checked with `public_key`.'),
})

const changes = z.strictObject({ url, event_types: eventTypes, app_ids: appIds, status }).partial()

export const updateWebhookInput = changes.refine(
  (body) => Object.keys(body).length > 0,
  `must change at least one of ${Object.keys(changes.shape).join(', ')}`,
)

const webhook = z
  .strictObject({
    id: idText('whk'),
    url: z.string().meta({ examples: ['https://shop.example/hooks/signet'] }),
    event_types: z.array(eventType),
    app_ids: z.array(idText('app')),
    signature,
    public_key: publicKey,
    status,
    disabled_reason: z.enum(DISABLED_REASONS).meta({ id: 'DisabledReason' }).nullable().describe('Why nothing is sent. Null while it is enabled.'),
    failing_since: timeText().nullable(),
    created_at: timeText(),
    updated_at: timeText(),
  })
  .meta({ id: 'Webhook' })

const secret = z
  .string()
  .nullable()
  .describe('Checks signatures of the kind `v1`. Shown once; null for `v1a`.')
  .meta({ examples: ['whsec_…'] })

const ofWebhook = { id: idText('whk') }

const BASE = { tag: 'Webhooks' } as const

export const listWebhooksOperation = operation({
  ...BASE,
  id: 'listWebhooks',
  summary: 'List webhooks',
  method: 'GET',
  path: '/api/v1/webhooks',
  query: pageQuery,
  status: 200,
  output: listOf(webhook),
  errors: ['invalid_request'],
})

export const createWebhookOperation = operation({
  ...BASE,
  id: 'createWebhook',
  summary: 'Add a webhook',
  description: 'Requests follow Standard Webhooks. The answer holds `secret`, once only.',
  method: 'POST',
  path: '/api/v1/webhooks',
  body: createWebhookInput,
  status: 201,
  output: webhook.extend({ secret }).meta({ id: 'CreatedWebhook' }),
  errors: ['invalid_request', 'invalid_json', 'conflict'],
  secrets: ['secret'],
})

export const getWebhookOperation = operation({
  ...BASE,
  id: 'getWebhook',
  summary: 'Webhook details',
  method: 'GET',
  path: '/api/v1/webhooks/:id',
  params: ofWebhook,
  status: 200,
  output: webhook,
  errors: ['not_found'],
})

export const updateWebhookOperation = operation({
  ...BASE,
  id: 'updateWebhook',
  summary: 'Change a webhook',
  description:
    'Changes the fields that are sent and no other. Enabling one anew sends what happens from then on; ask `GET /api/v1/events` for what was missed.',
  method: 'PATCH',
  path: '/api/v1/webhooks/:id',
  params: ofWebhook,
  body: updateWebhookInput,
  status: 200,
  output: webhook,
  errors: ['invalid_request', 'invalid_json', 'not_found'],
})

export const deleteWebhookOperation = operation({
  ...BASE,
  id: 'deleteWebhook',
  summary: 'Remove a webhook',
  description: 'Nothing more is sent there, and what was sent is forgotten.',
  method: 'DELETE',
  path: '/api/v1/webhooks/:id',
  params: ofWebhook,
  status: 200,
  output: z.strictObject({ id: idText('whk') }).meta({ id: 'DeletedWebhook' }),
  errors: ['not_found'],
})

export const rotateWebhookSecretOperation = operation({
  ...BASE,
  id: 'rotateWebhookSecret',
  summary: 'Rotate the signing secret',
  description:
    'For 24 hours requests carry two signatures, one by each secret; after several rotations one by each secret of the last 24 hours, six at most.',
  method: 'POST',
  path: '/api/v1/webhooks/:id/rotate-secret',
  params: ofWebhook,
  status: 200,
  output: z.strictObject({ id: idText('whk'), secret, public_key: publicKey }).meta({ id: 'RotatedWebhookSecret' }),
  errors: ['not_found', 'conflict'],
  secrets: ['secret'],
})

export const testWebhookInput = z.strictObject({ type: eventType.describe('The type of the event that is made up.') })

export const testWebhookOperation = operation({
  ...BASE,
  id: 'testWebhook',
  summary: 'Send a test event',
  description: 'A made-up event of the type, signed and tried again like a real one. It is in no list of events.',
  method: 'POST',
  path: '/api/v1/webhooks/:id/test',
  params: ofWebhook,
  body: testWebhookInput,
  status: 200,
  output: z.strictObject({ event_id: idText('evt') }).meta({ id: 'TestEvent' }),
  errors: ['invalid_request', 'invalid_json', 'invalid_state', 'not_found', 'conflict'],
})

export const resendInput = z
  .strictObject({
    event_id: z
      .string()
      .max(100)
      .meta({ examples: ['evt_5Jt0mXyE2cVvQk8sW1aBzR'] })
      .optional()
      .describe('One event that was sent to this webhook before.'),
    since: timeText().optional().describe('Everything since then that was not taken, also what happened while the webhook was off.'),
  })
  .refine(({ event_id, since }) => (event_id === undefined) !== (since === undefined), 'must name either event_id or since')

export const resendOperation = operation({
  ...BASE,
  id: 'resendEvents',
  summary: 'Send again',
  description: 'One event, or all since a time, from the beginning of the schedule. At most 10,000 at once.',
  method: 'POST',
  path: '/api/v1/webhooks/:id/resend',
  params: ofWebhook,
  body: resendInput,
  status: 200,
  output: z.strictObject({ count: z.number().int().min(0).describe('How many events are sent again.') }).meta({ id: 'Resent' }),
  errors: ['invalid_request', 'invalid_json', 'invalid_state', 'not_found', 'conflict'],
})
