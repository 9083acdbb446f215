import type { Prisma } from '#lib/core/db'
import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { shardOfCompany } from '#lib/core/shard'

/** What a key was used for. */
export type StoredAnswer = { requestHash: Uint8Array; status: number; body: unknown; location: string | null }

type SealedAnswer = Omit<StoredAnswer, 'body'> & { body_sealed: Uint8Array; master_key_id: string }

const bodyPlace = (companyId: string, key: string): Place => ({ table: 'idempotent_answers', row: `${companyId} ${key}`, column: 'body_sealed' })

/** Requests with the same key wait for each other, until the transaction ends; on the database that their answer is on. */
export const lockKey = (tx: Prisma, companyId: string, key: string) =>
  tx.$queryRaw`
    SELECT 1 AS locked FROM pg_advisory_xact_lock(hashtextextended(${`${companyId} ${key}`}, 0))
    LEFT JOIN idempotent_answers a ON a.shard = ${shardOfCompany(companyId)} AND a.company_id = ${companyId} AND a.key = ${key}`

/** The answer a key was used for in the last 24 hours. */
export async function readAnswer(tx: Prisma, companyId: string, key: string): Promise<StoredAnswer | null> {
  const [row] = await tx.$queryRaw<SealedAnswer[]>`
    SELECT request_hash AS "requestHash", status, body_sealed, master_key_id, location FROM idempotent_answers
    WHERE shard = ${shardOfCompany(companyId)} AND company_id = ${companyId} AND key = ${key} AND expires_at > clock_timestamp()`
  if (!row) return null
  const { body_sealed, master_key_id, ...answer } = row
  return { ...answer, body: JSON.parse(openWithMasterKey(body_sealed, master_key_id, bodyPlace(companyId, key)).toString()) }
}

/** The key must be locked; an expired answer is replaced. */
export async function keepAnswer(tx: Prisma, companyId: string, key: string, answer: StoredAnswer): Promise<void> {
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(JSON.stringify(answer.body)), bodyPlace(companyId, key))
  await tx.$executeRaw`
    INSERT INTO idempotent_answers (shard, company_id, key, request_hash, status, body_sealed, master_key_id, location, expires_at)
    VALUES (${shardOfCompany(companyId)}, ${companyId}, ${key}, ${answer.requestHash}, ${answer.status}, ${sealed}, ${masterKeyId}, ${answer.location},
      clock_timestamp() + interval '24 hours')
    ON CONFLICT (shard, company_id, key) DO UPDATE SET request_hash = excluded.request_hash, status = excluded.status,
      body_sealed = excluded.body_sealed, master_key_id = excluded.master_key_id, location = excluded.location, expires_at = excluded.expires_at`
}
