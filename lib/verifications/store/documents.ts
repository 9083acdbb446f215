import { apartFromTransaction, type Prisma, spanning, sql, statement } from '#lib/core/db'
import { eachReachable } from '#lib/core/each-reachable'
import { shardOf, shardOfHash } from '#lib/core/shard'
import { type Checks, hasFace } from '../schema'

type Bytes = Buffer<ArrayBuffer>

/** A document that is known, and the account it belongs to. */
export type LinkedDocument = { fingerprint: Bytes; userId: string; checks: Checks | null; isDecided: boolean }

type Row = { user_id: string; checks: Checks | null; is_decided: boolean }

const LOCK = statement<Row>(
  'lock_document',
  `SELECT user_id, checks, is_decided FROM document_fingerprints WHERE shard = $1 AND fingerprint = $2 FOR NO KEY UPDATE`,
)
const IS_THERE = statement<object>('is_person_there', `SELECT 1 FROM users WHERE shard = $1 AND id = $2`)

const isThere = async (userId: string): Promise<boolean> => (await sql.query(IS_THERE, [shardOf(userId), userId])).length === 1

/** Holds a document's row: whatever decides whose it is waits. Null too for one whose account is gone. */
export async function lockDocument(tx: Prisma, given: Uint8Array): Promise<LinkedDocument | null> {
  const fingerprint = Buffer.from(given) as Bytes
  const [row] = await tx.query(LOCK, [shardOfHash(fingerprint), fingerprint])
  if (!row || !(await isThere(row.user_id))) return null
  return { fingerprint, userId: row.user_id, checks: row.checks, isDecided: row.is_decided }
}

/** After so long a document that nobody confirmed is free again. */
const CONFIRM_SECONDS = 3600

const CLAIM = statement<object>(
  'claim_document',
  `INSERT INTO document_fingerprints AS d (shard, fingerprint, user_id, check_at)
   VALUES ($1, $2, $3, clock_timestamp() + make_interval(secs => ${CONFIRM_SECONDS}))
   ON CONFLICT (shard, fingerprint) DO UPDATE SET user_id = $3, checks = NULL, is_decided = false, check_at = EXCLUDED.check_at
   WHERE d.user_id = $4::text`,
)
const FIND = statement<Row>('find_document', `SELECT user_id, checks, is_decided FROM document_fingerprints WHERE shard = $1 AND fingerprint = $2`)

/**
 * Gives a document to an account, unless it has one, before anything else is written: in a transaction of its own, since the two
 * may be on different databases. Until it is confirmed that holds for an hour.
 */
export const claimDocument = (given: Uint8Array, userId: string): Promise<void> =>
  apartFromTransaction(async () => {
    const fingerprint = Buffer.from(given)
    const [row] = await sql.query(FIND, [shardOfHash(fingerprint), fingerprint])
    // One whose account is gone is taken from it.
    if (!row || !(await isThere(row.user_id))) await sql.query(CLAIM, [shardOfHash(fingerprint), fingerprint, userId, row?.user_id ?? null])
  })

const CONFIRM = statement<object>(
  'confirm_document',
  `UPDATE document_fingerprints SET check_at = NULL WHERE shard = $1 AND fingerprint = $2 AND user_id = $3 AND check_at IS NOT NULL`,
)

/** Now it is the account's for good. */
export const confirmDocument = (tx: Prisma, { fingerprint, userId }: LinkedDocument) =>
  tx.query(CONFIRM, [shardOfHash(fingerprint), fingerprint, userId])

/** Remembers how well its account showed it; a face is not forgotten for a showing without. */
export async function rememberChecks(tx: Prisma, { fingerprint, checks: known }: LinkedDocument, checks: Checks): Promise<void> {
  if (hasFace(known) && !hasFace(checks)) return
  await tx.documentFingerprint.update({ where: { shard_fingerprint: { shard: shardOfHash(fingerprint), fingerprint } }, data: { checks } })
}

/** What was decided about it holds against every later contest until the next decision. */
export const settleDocument = (tx: Prisma, given: Uint8Array, to: { userId: string; checks: Checks } | null) => {
  const fingerprint = Buffer.from(given)
  return tx.documentFingerprint.update({
    where: { shard_fingerprint: { shard: shardOfHash(fingerprint), fingerprint } },
    data: { isDecided: true, ...to },
  })
}

type Due = { fingerprint: Buffer; user_id: string; check_at: Date }

const DUE = spanning<Due>(
  'due_documents',
  `SELECT fingerprint, user_id, check_at FROM document_fingerprints WHERE check_at <= clock_timestamp() ORDER BY check_at LIMIT $1`,
)
const HAS_CLAIM = statement<object>(
  'has_claim_of_document',
  `SELECT 1 FROM verified_claims WHERE shard = $1 AND user_id = $2 AND document_fingerprint = $3 LIMIT 1`,
)
const RELEASE = statement<object>(
  'release_document',
  `DELETE FROM document_fingerprints WHERE shard = $1 AND fingerprint = $2 AND user_id = $3 AND check_at = $4 RETURNING 1`,
)
const KEEP = statement<object>(
  'keep_document',
  `UPDATE document_fingerprints SET check_at = NULL WHERE shard = $1 AND fingerprint = $2 AND user_id = $3 AND check_at = $4`,
)

/** Settles documents that were claimed and not confirmed: with claims of it in the account it stays there, otherwise it is free. @returns how many were settled */
export async function sweepDocuments(limit: number): Promise<number> {
  return eachReachable(await sql.query(DUE, [limit]), ({ user_id: userId }) => shardOf(userId), settle)
}

async function settle({ fingerprint, user_id: userId, check_at: checkAt }: Due): Promise<void> {
  const hasClaim = (await sql.query(HAS_CLAIM, [shardOf(userId), userId, fingerprint])).length === 1
  await sql.query(hasClaim ? KEEP : RELEASE, [shardOfHash(fingerprint), fingerprint, userId, checkAt])
}

const COUNT_OF = statement<{ count: number }>(
  'count_documents_of_person',
  `SELECT count(*)::int AS count FROM document_fingerprints WHERE user_id = $1`,
)

export const countDocumentsOf = async (userId: string): Promise<number> =>
  (await sql.query(COUNT_OF, [userId])).reduce((sum, { count }) => sum + count, 0)

const FORGET = statement<object>('forget_documents_of_person', `DELETE FROM document_fingerprints WHERE user_id = $1`)

/** They are free for others, and contests about them are over. */
export const forgetDocumentsOf = (userId: string) => sql.query(FORGET, [userId])
