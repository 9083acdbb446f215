import type { Prisma } from '#lib/core/db'
import type { Assurance } from '#lib/users/assurance'

export type NewClaim = { name: string; valueSealed: Buffer<ArrayBuffer> }

export type ClaimOrigin = {
  userId: string
  sessionId: string
  documentFingerprint: Buffer<ArrayBuffer>
  assurance: Assurance
  verifiedAt: Date
  expiresAt: Date
}

/** Claims of one document in place of those of any other. */
export async function replaceClaims(tx: Prisma, of: ClaimOrigin, claims: NewClaim[]) {
  await tx.verifiedClaim.deleteMany({ where: { userId: of.userId } })
  await tx.verifiedClaim.createMany({ data: claims.map((claim) => ({ ...of, ...claim })) })
  await touch(tx, of.userId)
}

/** Claims of the same document that were not kept before. */
export async function addClaims(tx: Prisma, of: ClaimOrigin, claims: NewClaim[]) {
  await tx.verifiedClaim.createMany({ data: claims.map((claim) => ({ ...of, ...claim })), skipDuplicates: true })
  await touch(tx, of.userId)
}

const touch = (tx: Prisma, userId: string) => tx.$executeRaw`UPDATE users SET updated_at = clock_timestamp() WHERE id = ${userId}`

/** Claims with the session they came from; those with a contest are suspended. */
export const findClaims = (db: Prisma, userId: string) =>
  db.verifiedClaim.findMany({
    where: { userId },
    orderBy: { name: 'asc' },
    select: {
      name: true,
      assurance: true,
      documentFingerprint: true,
      verifiedAt: true,
      expiresAt: true,
      contestId: true,
      session: {
        select: { id: true, status: true, checks: true, engineVersion: true, documentFingerprint: true, app: { select: { name: true } } },
      },
    },
  })

/** Sessions of a person whose pictures or readings still exist. */
export const findHeldMaterial = (db: Prisma, userId: string) =>
  db.verificationSession.findMany({
    where: { userId, materialSince: { not: null } },
    orderBy: { materialSince: 'asc' },
    select: { id: true, status: true, materialSince: true, materialStatus: true, app: { select: { name: true } } },
  })
