import { type Prisma, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import { recordAuditedEvent } from '#lib/events/record-audited-event'
import type { AuditAction } from './actions'
import { placeNow, sealPlace } from './place'
import { type AuditFields, sealAddresses } from './sealed-fields'

/**
 * One line of a company's audit log, in the transaction of the change it tells of. It holds what changed in the
 * company's own things; a person's data has no place in it, and neither has a secret.
 */
export type AuditEntry = {
  action: AuditAction
  target: { kind: string; id: string }
  before?: AuditFields
  after?: AuditFields
}

export type AuditActor = { companyId: string; kind: string; id: string | null }

const URL_OF = statement<{ url: string }>('find_webhook_url', 'SELECT url FROM webhooks WHERE shard = $2 AND id = $1')

/**
 * The names that the actor and the target have now are kept with the line: the log must read the same when they have others, or
 * are gone; so is the place they act from. Lines that are events too are told to the company's programs.
 */
export async function recordAudit(
  tx: Pick<Prisma, '$executeRaw' | 'query'>,
  actor: AuditActor,
  { action, target, before, after }: AuditEntry,
): Promise<void> {
  const url = target.kind === 'webhook' ? await findUrl(tx, actor.companyId, target.id) : null
  const detail = JSON.stringify({ before: sealAddresses(actor.companyId, before), after: sealAddresses(actor.companyId, after) })
  await tx.$executeRaw`
    INSERT INTO audit_events (company_id, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, place_sealed, detail, created_at)
    SELECT ${actor.companyId}, ${actor.kind}, ${actor.id}, CASE ${actor.kind}
        WHEN 'staff' THEN (SELECT name FROM staff_members WHERE id = ${actor.id})
        WHEN 'api_key' THEN (SELECT name FROM api_keys WHERE id = ${actor.id})
      END, ${action}, ${target.kind}, ${target.id}, CASE ${target.kind}
        WHEN 'app' THEN (SELECT name FROM apps WHERE id = ${target.id})
        WHEN 'api_key' THEN (SELECT name FROM api_keys WHERE id = ${target.id})
        WHEN 'staff' THEN (SELECT name FROM staff_members WHERE id = ${target.id})
        WHEN 'company' THEN (SELECT name FROM companies WHERE id = ${target.id})
        WHEN 'webhook' THEN ${url}
      END, ${sealPlace(actor.companyId, placeNow(actor.kind, action))}, ${detail}::jsonb, clock_timestamp()`
  await recordAuditedEvent(tx, actor, action, target)
}

/** Of a webhook, which is on its company's shard and not beside the log. */
async function findUrl(tx: Pick<Prisma, 'query'>, companyId: string, id: string): Promise<string | null> {
  return (await tx.query(URL_OF, [id, shardOfCompany(companyId)]))[0]?.url ?? null
}
