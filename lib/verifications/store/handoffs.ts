import type { Prisma } from '#lib/core/db'

export const insertHandoff = (tx: Prisma, tokenHash: Buffer<ArrayBuffer>, sessionId: string, seconds: number) => tx.$executeRaw`
  INSERT INTO verification_handoffs (token_hash, session_id, expires_at)
  VALUES (${tokenHash}, ${sessionId}, clock_timestamp() + make_interval(secs => ${seconds}))`

/** The session an unused link leads to. */
export async function findUnusedHandoff(db: Prisma, tokenHashes: Buffer<ArrayBuffer>[]): Promise<string | null> {
  const [row] = await db.$queryRaw<{ session_id: string }[]>`
    SELECT session_id FROM verification_handoffs
    WHERE token_hash = ANY(${tokenHashes}) AND browser_hash IS NULL AND expires_at > clock_timestamp()`
  return row?.session_id ?? null
}

/** Gives the session to the browser, once. @returns whether it was still to be had */
export async function spendHandoff(
  tx: Prisma,
  tokenHashes: Buffer<ArrayBuffer>[],
  browserHash: Buffer<ArrayBuffer>,
  seconds: number,
): Promise<boolean> {
  const used = await tx.$executeRaw`
    UPDATE verification_handoffs SET browser_hash = ${browserHash}, expires_at = clock_timestamp() + make_interval(secs => ${seconds})
    WHERE token_hash = ANY(${tokenHashes}) AND browser_hash IS NULL AND expires_at > clock_timestamp()`
  return used === 1
}

/** The session that this browser takes pictures for. */
export async function findSessionOfBrowser(db: Prisma, browserHash: Buffer<ArrayBuffer>): Promise<string | null> {
  const [row] = await db.$queryRaw<{ session_id: string }[]>`
    SELECT session_id FROM verification_handoffs WHERE browser_hash = ${browserHash} AND expires_at > clock_timestamp()`
  return row?.session_id ?? null
}

/** Whether a phone has taken over. */
export const hasPhone = async (db: Prisma, sessionId: string): Promise<boolean> =>
  (await db.verificationHandoff.count({ where: { sessionId, browserHash: { not: null } } })) > 0

export const deleteHandoffs = (tx: Prisma, sessionId: string, { onlyUnused = false } = {}) =>
  tx.verificationHandoff.deleteMany({ where: { sessionId, ...(onlyUnused && { browserHash: null }) } })
