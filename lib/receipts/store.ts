import { type Prisma, type Queryable, statement } from '#lib/core/db'

const INSERT = statement<object>(
  'insert_consent_receipt',
  `INSERT INTO consent_receipts (id, user_id, content_sealed, created_at) VALUES ($1, $2, $3, $4)`,
)

export const insertReceipt = (tx: Queryable, receipt: { id: string; userId: string; contentSealed: Buffer; createdAt: Date }) =>
  tx.query(INSERT, [receipt.id, receipt.userId, receipt.contentSealed, receipt.createdAt])

/** A receipt of this person; another's is as absent as a missing one. */
export const findReceipt = (db: Prisma, userId: string, id: string) =>
  db.consentReceipt.findFirst({ where: { id, userId }, select: { id: true, contentSealed: true } })

export const findReceipts = (db: Prisma, userId: string) =>
  db.consentReceipt.findMany({
    where: { userId },
    orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
    take: 100,
    select: { id: true, contentSealed: true },
  })
