import type { Prisma } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import type { Assurance } from '#lib/users/assurance'

/** `expiresAt` where it is not that of the document. */
export type NewClaim = {
  name: string
  valueSealed: Buffer<ArrayBuffer>
  issuerSealed?: Buffer<ArrayBuffer>
  earlierSealed?: Buffer<ArrayBuffer>
  expiresAt?: Date | null
}

export type ClaimOrigin = {
  userId: string
  sessionId: string
  documentFingerprint: Buffer<ArrayBuffer> | null
  assurance: Assurance
  verifiedAt: Date
  expiresAt: Date | null
}

/** Whoever else saves claims of this person waits until this is over. */
export const holdPerson = (tx: Prisma, userId: string) =>
  tx.$queryRaw`SELECT 1 FROM users WHERE shard = ${shardOf(userId)} AND id = ${userId} FOR NO KEY UPDATE`

/** Claims of one document in place of those of any other. @param staying names of claims that it says nothing about */
export async function replaceClaims(tx: Prisma, of: ClaimOrigin, claims: NewClaim[], staying: string[]) {
  await tx.verifiedClaim.deleteMany({ where: { shard: shardOf(of.userId), userId: of.userId, name: { notIn: staying } } })
  await tx.verifiedClaim.createMany({ data: claims.map((claim) => ({ shard: shardOf(of.userId), ...of, ...claim })) })
  await touch(tx, of.userId)
}

/** Claims of the same document that were not kept before. */
export async function addClaims(tx: Prisma, of: ClaimOrigin, claims: NewClaim[]) {
  await tx.verifiedClaim.createMany({ data: claims.map((claim) => ({ shard: shardOf(of.userId), ...of, ...claim })), skipDuplicates: true })
  await touch(tx, of.userId)
}

const touch = (tx: Prisma, userId: string) =>
  tx.$executeRaw`UPDATE users SET updated_at = clock_timestamp() WHERE shard = ${shardOf(userId)} AND id = ${userId}`

/** Claims with the session they came from, as long as that is kept; those with a contest are suspended. */
export async function findClaims(db: Prisma, userId: string) {
  const claims = await db.verifiedClaim.findMany({
    where: { shard: shardOf(userId), userId },
    orderBy: { name: 'asc' },
    select: {
      name: true,
      assurance: true,
      documentFingerprint: true,
      verifiedAt: true,
      expiresAt: true,
      contestId: true,
      issuerSealed: true,
      earlierSealed: true,
      sessionId: true,
    },
  })
  const ids = [...new Set(claims.flatMap(({ sessionId }) => sessionId ?? []))]
  const sessions = new Map((await Promise.all(ids.map((id) => findSource(db, id)))).flatMap((session) => (session ? [[session.id, session]] : [])))
  return claims.map((claim) => ({ ...claim, session: (claim.sessionId === null ? null : sessions.get(claim.sessionId)) ?? null }))
}

const findSource = (db: Prisma, id: string) =>
  db.verificationSession.findUnique({
    where: { shard_id: { shard: shardOf(id), id } },
    select: { id: true, status: true, checks: true, engineVersion: true, documentFingerprint: true, app: { select: { name: true } } },
  })

/** Sessions of a person whose pictures or readings still exist, on whatever shards. */
export const findHeldMaterial = (db: Prisma, userId: string) =>
  db.verificationSession.findMany({
    where: { userId, materialSince: { not: null } },
    orderBy: { materialSince: 'asc' },
    select: { id: true, status: true, materialSince: true, materialStatus: true, app: { select: { name: true } } },
  })
