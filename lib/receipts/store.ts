import { type Prisma, type Queryable, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'

const INSERT = statement<object>(
  'insert_consent_receipt',
  `INSERT INTO consent_receipts (shard, id, user_id, content_sealed, created_at) VALUES ($5, $1, $2, $3, $4)`,
)

export const insertReceipt = (tx: Queryable, receipt: { id: string; userId: string; contentSealed: Buffer; createdAt: Date }) =>
  tx.query(INSERT, [receipt.id, receipt.userId, receipt.contentSealed, receipt.createdAt, shardOf(receipt.userId)])

/** A receipt of this person; another's is as absent as a missing one. */
export const findReceipt = (db: Prisma, userId: string, id: string) =>
  db.consentReceipt.findFirst({ where: { shard: shardOf(userId), id, userId }, select: { id: true, contentSealed: true } })

export const findReceipts = (db: Prisma, userId: string) =>
  db.consentReceipt.findMany({
    where: { shard: shardOf(userId), userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: 100,
    select: { id: true, contentSealed: true },
  })
