import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { MAX_PREVIOUS_SECRETS, OVERLAP_SECONDS, type SignatureKind } from './schema'
import { openPrevious, openSecret, sealPrevious, sealSecret } from './secrets'
import { newSigningSecret, publicKeyOf } from './signing'
import { lockWebhook, now, replaceSecret } from './store'

/**
 * A new signing secret. For a day every one before it signs too, so that no request in between is refused.
 * @throws ApiError `not_found`, `conflict` when as many before it as there can be still sign
 */
export const rotateWebhookSecret = (actor: CompanyActor, id: string) =>
  transaction(async (tx) => {
    const webhook = await lockWebhook(tx, actor.companyId, id)
    if (!webhook) throw notFound()
    const at = await now(tx)
    const previous = openPrevious(webhook, at)
    if (previous.length >= MAX_PREVIOUS_SECRETS)
      throw new ApiError(
        'conflict',
        `The secret was rotated ${previous.length} times within 24 hours, and the earlier ones still sign: try again later.`,
      )
    const until = new Date(at.getTime() + OVERLAP_SECONDS * 1000)
    const secret = newSigningSecret(webhook.signature as SignatureKind)
    const { sealed, masterKeyId } = sealSecret(id, secret)
    const wasSealed = sealPrevious(id, [{ secret: openSecret(webhook), until }, ...previous])
    await replaceSecret(tx, actor.companyId, id, { secret: sealed, previous: wasSealed, masterKeyId, until })
    await recordAudit(tx, actor, { action: 'webhook.secret_rotated', target: { kind: 'webhook', id } })
    const publicKey = publicKeyOf(secret)
    return { id, secret: publicKey === null ? secret : null, public_key: publicKey }
  })
