import type { Prisma } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'

type Hashes = Buffer<ArrayBuffer>[]

export const insertHandoff = (tx: Prisma, tokenHash: Buffer<ArrayBuffer>, sessionId: string, seconds: number) => tx.$executeRaw`
  INSERT INTO verification_handoffs (shard, token_hash, session_id, expires_at)
  VALUES (${shardOf(sessionId)}, ${tokenHash}, ${sessionId}, clock_timestamp() + make_interval(secs => ${seconds}))`

/** A link while it lives: the session it leads to, and the browser that took it. */
export type Handoff = { sessionId: string; browserHash: Uint8Array | null; isOver: boolean }

export async function findHandoff(db: Prisma, tokenHashes: Hashes): Promise<Handoff | null> {
  const [row] = await db.$queryRaw<{ session_id: string; browser_hash: Uint8Array | null; is_over: boolean }[]>`
    SELECT session_id, browser_hash, ended_at IS NOT NULL AS is_over FROM verification_handoffs
    WHERE shard = ANY(${tokenHashes.map(shardOfHash)}::smallint[]) AND token_hash = ANY(${tokenHashes}) AND expires_at > clock_timestamp()`
  return row ? { sessionId: row.session_id, browserHash: row.browser_hash, isOver: row.is_over } : null
}

/** Gives an unused link to a browser. @returns the session, null when the link was not to be had any more */
export async function spendHandoff(tx: Prisma, tokenHashes: Hashes, browserHash: Buffer<ArrayBuffer>, seconds: number): Promise<string | null> {
  const [row] = await tx.$queryRaw<{ session_id: string }[]>`
    UPDATE verification_handoffs SET browser_hash = ${browserHash}, expires_at = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE shard = ANY(${tokenHashes.map(shardOfHash)}::smallint[]) AND token_hash = ANY(${tokenHashes}) AND browser_hash IS NULL AND ended_at IS NULL AND expires_at > clock_timestamp()
    RETURNING session_id`
  return row?.session_id ?? null
}

/** Whether a phone has taken over. */
export const hasPhone = async (db: Prisma, sessionId: string): Promise<boolean> =>
  (await db.verificationHandoff.count({ where: { shard: shardOf(sessionId), sessionId, browserHash: { not: null }, endedAt: null } })) > 0

/**
 * Ends what phones may do: a link that nobody used is gone, a phone that used one is told. @param but the browser that
 * takes over from the others
 */
export async function endHandoffs(tx: Prisma, sessionId: string, but?: Buffer<ArrayBuffer>): Promise<void> {
  await deleteUnusedHandoffs(tx, sessionId)
  await tx.$executeRaw`
    UPDATE verification_handoffs SET ended_at = clock_timestamp()
    WHERE shard = ${shardOf(sessionId)} AND session_id = ${sessionId} AND ended_at IS NULL AND browser_hash IS DISTINCT FROM ${but ?? null}::bytea`
}

export const deleteUnusedHandoffs = (tx: Prisma, sessionId: string) =>
  tx.verificationHandoff.deleteMany({ where: { shard: shardOf(sessionId), sessionId, browserHash: null } })
