import { sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'
import type { LineFields } from './line'
import { type AuditPlace, openPlace } from './place'
import { type AuditFields, openAddresses } from './sealed-fields'

export type AuditFilter = {
  action: string | null
  actorKind: string | null
  actorId: string | null
  /** First and last day, in UTC. */
  from: string | null
  to: string | null
  /** What it is about. */
  targetId: string | null
}

export type AuditRow = Omit<LineFields, 'place_sealed'> & {
  place: AuditPlace | null
  detail: { before?: AuditFields; after?: AuditFields }
  /** Hexadecimal; null for the moment until it is chained. */
  digest: string | null
}

// Keyset on (company_id, id): the id grows with time, so a page costs what it shows however long the log is.
const FIND = statement<Omit<AuditRow, 'place'> & Pick<LineFields, 'place_sealed'>>(
  'find_audit_events',
  `SELECT e.id::text, e.created_at, e.actor_kind, e.actor_id, e.actor_name, e.action, e.target_kind, e.target_id, e.target_name, e.place_sealed, e.detail, encode(e.digest, 'hex') AS digest
   FROM audit_events e
   WHERE e.shard = $10 AND e.company_id = $1
     AND ($2::text IS NULL OR e.action = $2)
     AND ($3::text IS NULL OR e.actor_kind = $3)
     AND ($4::text IS NULL OR e.actor_id = $4)
     AND ($5::date IS NULL OR e.created_at >= $5::date::timestamp AT TIME ZONE 'UTC')
     AND ($6::date IS NULL OR e.created_at < ($6::date + 1)::timestamp AT TIME ZONE 'UTC')
     AND ($7::text IS NULL OR e.target_id = $7)
     AND ($8::bigint IS NULL OR e.id < $8)
   ORDER BY e.id DESC LIMIT $9`,
)

/** A company's audit log, newest first. @param before the id of the last line seen */
export async function findAuditEvents(companyId: string, filter: AuditFilter, before: string | null, take: number): Promise<AuditRow[]> {
  const rows = await sql.query(FIND, [
    companyId,
    filter.action,
    filter.actorKind,
    filter.actorId,
    filter.from,
    filter.to,
    filter.targetId,
    before,
    take,
    shardOfCompany(companyId),
  ])
  return rows.map(({ place_sealed: place, ...row }) => ({
    ...row,
    place: openPlace(companyId, place),
    detail: { before: openAddresses(companyId, row.detail.before), after: openAddresses(companyId, row.detail.after) },
  }))
}

const FIND_ACTORS = statement<{ actor_kind: string; actor_id: string | null; actor_name: string | null }>(
  'find_audit_actors',
  `SELECT DISTINCT ON (actor_kind, actor_id) actor_kind, actor_id, actor_name FROM audit_events
   WHERE shard = $2 AND company_id = $1 ORDER BY actor_kind, actor_id, id DESC`,
)

/** Everybody and everything that ever changed something, under the last name they had. */
export const findAuditActors = (companyId: string) => sql.query(FIND_ACTORS, [companyId, shardOfCompany(companyId)])
