import { type Prisma, type Queryable, statement } from '#lib/core/db'
import { shardOf, shardOfCompany } from '#lib/core/shard'
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

/**
 * The names that the actor and the target have now are kept with the line: the log must read the same when they have others, or
 * are gone; so is the place they act from. Lines that are events too are told to the company's programs.
 */
export async function recordAudit(
  tx: Pick<Prisma, '$executeRaw' | 'query'>,
  actor: AuditActor,
  { action, target, before, after }: AuditEntry,
): Promise<void> {
  const detail = JSON.stringify({ before: sealAddresses(actor.companyId, before), after: sealAddresses(actor.companyId, after) })
  const shard = shardOfCompany(actor.companyId)
  const [actorName, targetName] = [await nameOf(tx, actor), await nameOf(tx, target)]
  await tx.$executeRaw`
    INSERT INTO audit_events (shard, company_id, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, place_sealed, detail, created_at)
    SELECT ${shard}::smallint, ${actor.companyId}, ${actor.kind}, ${actor.id}, CASE ${actor.kind}
        WHEN 'api_key' THEN (SELECT name FROM api_keys WHERE id = ${actor.id})
        ELSE ${actorName}
      END, ${action}, ${target.kind}, ${target.id}, CASE ${target.kind}
        WHEN 'app' THEN (SELECT name FROM apps WHERE id = ${target.id})
        WHEN 'api_key' THEN (SELECT name FROM api_keys WHERE id = ${target.id})
        WHEN 'company' THEN (SELECT name FROM companies WHERE id = ${target.id})
        WHEN 'webhook' THEN (SELECT url FROM webhooks WHERE shard = ${shard} AND id = ${target.id})
        ELSE ${targetName}
      END, ${sealPlace(actor.companyId, placeNow(actor.kind, action))}, ${detail}::jsonb, clock_timestamp()`
  await recordAuditedEvent(tx, actor, action, target)
}

const NAME_OF_STAFF = statement<{ name: string }>('find_name_of_staff', 'SELECT name FROM staff_members WHERE shard = $2 AND id = $1')

/** Of a member, who is beside the log of their company and not beside that of its test environment. */
async function nameOf(tx: Queryable, { kind, id }: { kind: string; id: string | null }): Promise<string | null> {
  return kind === 'staff' && id !== null ? ((await tx.query(NAME_OF_STAFF, [id, shardOf(id)]))[0]?.name ?? null) : null
}
