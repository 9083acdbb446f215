import type { Prisma } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'

export type DemoRow = { userId: string; companyId: string; kind: string; credentialsSealed: Buffer<ArrayBuffer> }

export const insertDemoPerson = (tx: Prisma, row: DemoRow) => tx.demoPerson.create({ data: { shard: shardOf(row.userId), ...row } })

/** A company's, with what opens their credentials, the oldest first: each database has its own part of them. */
export async function findDemoPeople(db: Prisma, companyId: string) {
  const rows = await db.demoPerson.findMany({
    where: { companyId },
    orderBy: [{ createdAt: 'asc' }, { userId: 'asc' }],
    select: { userId: true, kind: true, createdAt: true, credentialsSealed: true, user: { select: { dataKeySealed: true, masterKeyId: true } } },
  })
  return rows.sort((one, other) => one.createdAt.getTime() - other.createdAt.getTime() || (one.userId < other.userId ? -1 : 1))
}

/** Held, so that it is reset or removed once. Another company's is fetched like a missing one. */
export async function lockDemoPerson(tx: Prisma, companyId: string, userId: string) {
  await tx.$queryRaw`SELECT 1 FROM demo_people WHERE shard = ${shardOf(userId)} AND user_id = ${userId} AND company_id = ${companyId} FOR UPDATE`
  return (await findDemoPeople(tx, companyId)).find((one) => one.userId === userId) ?? null
}

export const countDemoPeople = async (db: Prisma, companyId: string) => (await findDemoPeople(db, companyId)).length

/** Whose the environment is, held, so that of many who add people at once each sees the others'. */
export const holdTestCompany = async (tx: Prisma, companyId: string): Promise<boolean> =>
  (await tx.$queryRaw<object[]>`SELECT 1 FROM companies WHERE id = ${companyId} AND test_of_id IS NOT NULL FOR NO KEY UPDATE`).length === 1

export const insertConfirmedTotp = (tx: Prisma, userId: string, secretSealed: Buffer<ArrayBuffer>) => tx.$executeRaw`
  INSERT INTO totps (shard, user_id, secret_sealed, confirmed_at) VALUES (${shardOf(userId)}, ${userId}, ${secretSealed}, clock_timestamp())`
