import { recordAudit } from '#lib/audit/store'
import type { CompanyActor } from '#lib/companies/schema'
import { notFound } from '#lib/core/api-error'
import { transaction } from '#lib/core/db'
import { OVERLAP_SECONDS, type SignatureKind } from './schema'
import { openSecret, sealPrevious, sealSecret } from './secrets'
import { newSigningSecret, publicKeyOf } from './signing'
import { lockWebhook, replaceSecret } from './store'

/**
 * A new signing secret. For a day both sign, so that no request in between is refused.
 * @throws ApiError `not_found`
 */
export const rotateWebhookSecret = (actor: CompanyActor, id: string) =>
  transaction(async (tx) => {
    const webhook = await lockWebhook(tx, actor.companyId, id)
    if (!webhook) throw notFound()
    const secret = newSigningSecret(webhook.signature as SignatureKind)
    const { sealed, masterKeyId } = sealSecret(id, secret)
    await replaceSecret(tx, id, { secret: sealed, previous: sealPrevious(id, openSecret(webhook)), masterKeyId, seconds: OVERLAP_SECONDS })
    await recordAudit(tx, actor, { action: 'webhook.secret_rotated', target: { kind: 'webhook', id } })
    const publicKey = publicKeyOf(secret)
    return { id, secret: publicKey === null ? secret : null, public_key: publicKey }
  })
