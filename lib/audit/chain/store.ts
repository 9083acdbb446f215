import { type Queryable, spanning, sql, statement } from '#lib/core/db'
import { SHARDS, type Shard, shardOfCompany } from '#lib/core/shard'
import type { Digest, Line } from './line-digest'

const LOCK = spanning<object>('lock_audit_chain', `SELECT pg_advisory_xact_lock(hashtext('audit_chain'))`)

/** One process chains at a time what a primary has: the order there is one. */
export const lockChain = (tx: Queryable) => tx.query(LOCK, [])

const LINE =
  'shard, id::text, company_id, created_at, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, place_sealed, detail::text AS detail'

// What is written anew after an upgrade is bound when it is.
const UNCHAINED = spanning<Line & { shard: Shard }>(
  'find_unchained_audit_lines',
  `SELECT ${LINE} FROM audit_events
   WHERE position IS NULL AND NOT EXISTS (SELECT FROM unsealed_values WHERE kind = 'audit_event') ORDER BY audit_events.id LIMIT $1`,
)

export const findUnchained = (tx: Queryable, take: number) => tx.query(UNCHAINED, [take])

const HEADS = spanning<{ company_id: string; digest: Buffer }>(
  'find_audit_heads',
  `SELECT company_id, digest FROM audit_heads WHERE company_id = ANY($1)`,
)

/** The last digest of each company that has one. */
export const findHeads = async (tx: Queryable, companyIds: string[]) =>
  new Map<string, Digest>((await tx.query(HEADS, [companyIds])).map(({ company_id, digest }) => [company_id, digest]))

/** Milliseconds from here are a place's moment: a place stays exact as a number of JSON for two generations. */
const FIRST_MOMENT = Date.UTC(2026)

const MOMENT = `(floor(extract(epoch FROM clock_timestamp()) * 1000)::bigint - ${FIRST_MOMENT})`

const REACHED = `(SELECT greatest(coalesce(max(position), 0) / ${SHARDS}, ${MOMENT}) AS moment FROM audit_events)`

const NEXT = spanning<{ place: string }>('next_audit_place', `SELECT ((moment + 1) * ${SHARDS})::text AS place FROM ${REACHED} reached`)

/** Whoever holds the chain is told the first place that a primary can still give out. */
export async function nextPlace(tx: Queryable): Promise<string> {
  const [row] = await tx.query(NEXT, [])
  if (!row) throw new Error('the database told no place')
  return row.place
}

// Of each primary the moments go up, and the shard tells places of the same moment apart. They are behind those of before, which were counted.
const CHAIN = spanning<object>(
  'chain_audit_lines',
  `UPDATE audit_events e SET position = (reached.moment + line.nth) * ${SHARDS} + e.shard, digest = line.digest
   FROM ${REACHED} reached,
     unnest($1::smallint[], $2::bigint[], $3::bytea[]) WITH ORDINALITY AS line (shard, id, digest, nth)
   WHERE e.shard = line.shard AND e.id = line.id`,
)

/** Gives lines their places behind all that have one. */
export const chainLines = (tx: Queryable, shards: Shard[], ids: string[], digests: Digest[]) => tx.query(CHAIN, [shards, ids, digests])

const MOVE = spanning<object>(
  'move_audit_heads',
  `INSERT INTO audit_heads (shard, company_id, lines, digest) SELECT * FROM unnest($1::smallint[], $2::text[], $3::bigint[], $4::bytea[])
   ON CONFLICT (shard, company_id) DO UPDATE SET lines = audit_heads.lines + excluded.lines, digest = excluded.digest`,
)

/** @param moved how many lines came, and the last digest, by company */
export const moveHeads = (tx: Queryable, moved: Map<string, { lines: number; digest: Digest }>) =>
  tx.query(MOVE, [
    [...moved.keys()].map(shardOfCompany),
    [...moved.keys()],
    [...moved.values()].map(({ lines }) => lines),
    [...moved.values()].map(({ digest }) => digest),
  ])

const CHAINED = statement<Line & { position: string; digest: Buffer }>(
  'find_chained_audit_lines',
  `SELECT ${LINE}, position::text, digest FROM audit_events WHERE shard = $4 AND company_id = $1 AND position > $2 ORDER BY audit_events.position LIMIT $3`,
)

export const findChained = (companyId: string, after: string, take: number) => sql.query(CHAINED, [companyId, after, take, shardOfCompany(companyId)])

export type Head = { lines: string; digest: Buffer; pruned_lines: string; pruned_digest: Buffer | null; pruned_seal: Buffer | null }

const HEAD = statement<Head>(
  'find_audit_head',
  `SELECT lines::text, digest, pruned_lines::text, pruned_digest, pruned_seal FROM audit_heads WHERE shard = $2 AND company_id = $1`,
)

/** The end of a company's log, and where it begins since older lines were removed. */
export const findHead = async (companyId: string, db: Queryable = sql) => (await db.query(HEAD, [companyId, shardOfCompany(companyId)]))[0] ?? null

const KEEPING = statement<{ id: string; months: number }>(
  'find_companies_that_prune_audit',
  `SELECT id, audit_kept_months AS months FROM companies WHERE audit_kept_months IS NOT NULL ORDER BY id`,
)

/** Companies that keep their log for so many months and no longer. */
export const findKeeping = () => sql.query(KEEPING, [])

const OLDEST = statement<{ position: string; digest: Buffer; is_over: boolean }>(
  'find_oldest_audit_lines',
  `SELECT position::text, digest, created_at < clock_timestamp() - make_interval(months => $2) AS is_over
   FROM audit_events WHERE shard = $4 AND company_id = $1 AND position IS NOT NULL ORDER BY audit_events.position LIMIT $3`,
)

/** The first lines of a log as they are bound, and which are older than so many months. */
export const findOldest = (tx: Queryable, companyId: string, months: number, take: number) =>
  tx.query(OLDEST, [companyId, months, take, shardOfCompany(companyId)])

const PRUNE = statement<object>(
  'prune_audit_lines',
  `WITH gone AS (DELETE FROM audit_events WHERE shard = $6 AND company_id = $1 AND position <= $2)
   UPDATE audit_heads SET pruned_lines = $3, pruned_digest = $4, pruned_seal = $5 WHERE shard = $6 AND company_id = $1`,
)

/** Removes a log's lines up to a place, and leaves behind where it begins now. */
export const pruneLines = (tx: Queryable, companyId: string, upTo: string, pruned: { lines: number; digest: Digest; seal: Digest }) =>
  tx.query(PRUNE, [companyId, upTo, pruned.lines, pruned.digest, pruned.seal, shardOfCompany(companyId)])

const COMPANIES = statement<{ id: string }>('find_companies_with_audit', `SELECT id FROM companies ORDER BY id`)

export const findCompanies = async () => (await sql.query(COMPANIES, [])).map(({ id }) => id)
