import { type Queryable, sql, statement } from '#lib/core/db'
import type { Digest, Line } from './line-digest'

const LOCK = statement<object>('lock_audit_chain', `SELECT pg_advisory_xact_lock(hashtext('audit_chain'))`)

/** One process chains at a time: the order is one. */
export const lockChain = (tx: Queryable) => tx.query(LOCK, [])

const LINE = 'id::text, company_id, created_at, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, detail::text AS detail'

// What is written anew after an upgrade is bound when it is.
const UNCHAINED = statement<Line>(
  'find_unchained_audit_lines',
  `SELECT ${LINE} FROM audit_events
   WHERE position IS NULL AND NOT EXISTS (SELECT FROM unsealed_values WHERE kind = 'audit_event') ORDER BY audit_events.id LIMIT $1`,
)

export const findUnchained = (tx: Queryable, take: number) => tx.query(UNCHAINED, [take])

const HEADS = statement<{ company_id: string; digest: Buffer }>(
  'find_audit_heads',
  `SELECT company_id, digest FROM audit_heads WHERE company_id = ANY($1)`,
)

/** The last digest of each company that has one. */
export const findHeads = async (tx: Queryable, companyIds: string[]) =>
  new Map<string, Digest>((await tx.query(HEADS, [companyIds])).map(({ company_id, digest }) => [company_id, digest]))

const CHAIN = statement<object>(
  'chain_audit_lines',
  `UPDATE audit_events e SET position = reached.position + line.nth, digest = line.digest
   FROM (SELECT coalesce(max(position), 0) AS position FROM audit_events) reached,
     unnest($1::bigint[], $2::bytea[]) WITH ORDINALITY AS line (id, digest, nth)
   WHERE e.id = line.id`,
)

/** Gives lines their places behind all that have one. */
export const chainLines = (tx: Queryable, ids: string[], digests: Digest[]) => tx.query(CHAIN, [ids, digests])

const MOVE = statement<object>(
  'move_audit_heads',
  `INSERT INTO audit_heads (company_id, lines, digest) SELECT * FROM unnest($1::text[], $2::bigint[], $3::bytea[])
   ON CONFLICT (company_id) DO UPDATE SET lines = audit_heads.lines + excluded.lines, digest = excluded.digest`,
)

/** @param moved how many lines came, and the last digest, by company */
export const moveHeads = (tx: Queryable, moved: Map<string, { lines: number; digest: Digest }>) =>
  tx.query(MOVE, [[...moved.keys()], [...moved.values()].map(({ lines }) => lines), [...moved.values()].map(({ digest }) => digest)])

const CHAINED = statement<Line & { position: string; digest: Buffer }>(
  'find_chained_audit_lines',
  `SELECT ${LINE}, position::text, digest FROM audit_events WHERE company_id = $1 AND position > $2 ORDER BY audit_events.position LIMIT $3`,
)

export const findChained = (companyId: string, after: string, take: number) => sql.query(CHAINED, [companyId, after, take])

const HEAD = statement<{ lines: string; digest: Buffer }>('find_audit_head', `SELECT lines::text, digest FROM audit_heads WHERE company_id = $1`)

export const findHead = async (companyId: string) => (await sql.query(HEAD, [companyId]))[0] ?? null

const COMPANIES = statement<{ id: string }>('find_companies_with_audit', `SELECT id FROM companies ORDER BY id`)

export const findCompanies = async () => (await sql.query(COMPANIES, [])).map(({ id }) => id)
