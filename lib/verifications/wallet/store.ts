import { type Prisma, sql, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import type { WalletRequest } from '#prisma/generated/client'
import { MOST_FETCHES } from './lifecycle'

export type { WalletRequest }

type Bytes = Buffer<ArrayBuffer>

export type NewWalletRequest = Pick<WalletRequest, 'id' | 'sessionId' | 'isByBrowser' | 'masterKeyId'> & {
  requestSealed: Bytes
  browserHash: Bytes
}

/** A new question in place of the one before. */
export async function replaceWalletRequest(tx: Prisma, row: NewWalletRequest, seconds: number): Promise<void> {
  await deleteWalletRequest(tx, row.sessionId)
  await tx.$executeRaw`
    INSERT INTO wallet_requests (shard, id, session_id, is_by_browser, request_sealed, master_key_id, browser_hash, expires_at)
    VALUES (${shardOf(row.sessionId)}, ${row.id}, ${row.sessionId}, ${row.isByBrowser}, ${row.requestSealed}, ${row.masterKeyId}, ${row.browserHash},
      clock_timestamp() + make_interval(secs => ${seconds}))`
}

export const deleteWalletRequest = (tx: Prisma, sessionId: string) => tx.walletRequest.deleteMany({ where: { shard: shardOf(sessionId), sessionId } })

/** The question of a session while its time lasts, held until the end of the transaction. */
export async function lockWalletRequest(tx: Prisma, sessionId: string): Promise<WalletRequest | null> {
  const held = await tx.$queryRaw<object[]>`
    SELECT 1 FROM wallet_requests WHERE shard = ${shardOf(sessionId)} AND session_id = ${sessionId} AND expires_at > clock_timestamp() FOR UPDATE`
  return held.length === 0 ? null : tx.walletRequest.findUnique({ where: { shard_sessionId: { shard: shardOf(sessionId), sessionId } } })
}

export async function findWalletRequest(db: Prisma, sessionId: string): Promise<WalletRequest | null> {
  const [row] = await db.$queryRaw<{ id: string }[]>`
    SELECT id FROM wallet_requests WHERE shard = ${shardOf(sessionId)} AND session_id = ${sessionId} AND expires_at > clock_timestamp()`
  return row ? db.walletRequest.findUnique({ where: { shard_id: { shard: shardOf(sessionId), id: row.id } } }) : null
}

/** The session that a response code leads back to. */
export async function findByResponseCode(db: Prisma, hashes: Bytes[]): Promise<{ sessionId: string } | null> {
  const [row] = await db.$queryRaw<{ session_id: string }[]>`
    SELECT session_id FROM wallet_requests
    WHERE shard = ANY(${hashes.map(shardOfHash)}::smallint[]) AND response_code_hash = ANY(${hashes}) AND expires_at > clock_timestamp()`
  return row ? { sessionId: row.session_id } : null
}

export type WalletRequestChange = Partial<Pick<WalletRequest, 'status' | 'refusalCode' | 'wrongDigits'>> & {
  requestSealed?: null
  answerSealed?: Bytes | null
  responseCodeHash?: Bytes
}

/** @throws when it is no longer in the state it was read in: callers hold its lock */
export async function changeWalletRequest(tx: Prisma, { id, status }: Pick<WalletRequest, 'id' | 'status'>, change: WalletRequestChange) {
  const { count } = await tx.walletRequest.updateMany({ where: { shard: shardOf(id), id, status }, data: change })
  if (count !== 1) throw new Error('the question was settled elsewhere')
}

export type SealedQuestion = { session_id: string; request_sealed: Buffer; master_key_id: string }

const FETCH = statement<SealedQuestion>(
  'fetch_wallet_request',
  `UPDATE wallet_requests SET fetches = fetches + 1
   WHERE shard = $2 AND id = $1 AND status = 'waiting' AND NOT is_by_browser AND fetches < ${MOST_FETCHES} AND expires_at > clock_timestamp()
   RETURNING session_id, request_sealed, master_key_id`,
)

/** Counts one more look at a question. @returns null when there is nothing to look at */
export const fetchQuestion = async (id: string): Promise<SealedQuestion | null> => (await sql.query(FETCH, [id, shardOf(id)]))[0] ?? null

// Of any number who answer at once one gets the question, and nobody after that. It is gone from the row with it.
const CLAIM = statement<SealedQuestion>(
  'claim_wallet_request',
  `WITH asked AS (
     SELECT shard, id, request_sealed FROM wallet_requests
     WHERE shard = $3 AND id = $1 AND is_by_browser = $2 AND status = 'waiting' AND expires_at > clock_timestamp() FOR UPDATE
   )
   UPDATE wallet_requests r SET status = 'presented', request_sealed = NULL FROM asked
   WHERE r.shard = asked.shard AND r.id = asked.id AND r.status = 'waiting' RETURNING r.session_id, asked.request_sealed, r.master_key_id`,
)

/** Takes a question for whoever brings an answer. @returns null when it is not to be had any more */
export const claimQuestion = async (id: string, isByBrowser: boolean): Promise<SealedQuestion | null> =>
  (await sql.query(CLAIM, [id, isByBrowser, shardOf(id)]))[0] ?? null
