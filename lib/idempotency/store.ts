import type { Prisma } from '#lib/core/db'

/** What a key was used for. */
export type StoredAnswer = { requestHash: Uint8Array; status: number; body: unknown; location: string | null }

/** Requests with the same key wait for each other, until the transaction ends. */
export const lockKey = (tx: Prisma, companyId: string, key: string) =>
  tx.$queryRaw`SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(${`${companyId} ${key}`}, 0))`

/** The answer a key was used for in the last 24 hours. */
export async function readAnswer(tx: Prisma, companyId: string, key: string): Promise<StoredAnswer | null> {
  const [row] = await tx.$queryRaw<StoredAnswer[]>`
    SELECT request_hash AS "requestHash", status, body, location FROM idempotent_answers
    WHERE company_id = ${companyId} AND key = ${key} AND expires_at > clock_timestamp()`
  return row ?? null
}

/** The key must be locked; an expired answer is replaced. */
export async function keepAnswer(tx: Prisma, companyId: string, key: string, answer: StoredAnswer): Promise<void> {
  await tx.$executeRaw`
    INSERT INTO idempotent_answers (company_id, key, request_hash, status, body, location, expires_at)
    VALUES (${companyId}, ${key}, ${answer.requestHash}, ${answer.status}, ${JSON.stringify(answer.body)}::jsonb, ${answer.location},
      clock_timestamp() + interval '24 hours')
    ON CONFLICT (company_id, key) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
      body = excluded.body, location = excluded.location, expires_at = excluded.expires_at`
}
