import { rfc3339 } from '#lib/core/time'
import type { EventType } from '#lib/events/types'
import type { DisabledReason, SignatureKind, Webhook, WebhookStatus } from './schema'
import { openSecret } from './secrets'
import { publicKeyOf } from './signing'

/** A webhook as every answer shows it; never with a secret. */
export const presentWebhook = (webhook: Webhook) => ({
  id: webhook.id,
  url: webhook.url,
  event_types: webhook.eventTypes as EventType[],
  app_ids: webhook.appIds,
  signature: webhook.signature as SignatureKind,
  public_key: publicKeyOf(openSecret(webhook)),
  status: webhook.status as WebhookStatus,
  disabled_reason: webhook.disabledReason as DisabledReason | null,
  failing_since: webhook.failingSince && rfc3339(webhook.failingSince),
  created_at: rfc3339(webhook.createdAt),
  updated_at: rfc3339(webhook.updatedAt),
})
