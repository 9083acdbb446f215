import type { Prisma } from '#lib/core/db'

export type NewClaim = { name: string; valueSealed: Buffer<ArrayBuffer> }

type Origin = { userId: string; sessionId: string; documentFingerprint: Buffer<ArrayBuffer>; verifiedAt: Date; expiresAt: Date }

/** Claims of one document in place of those of any other. */
export async function replaceClaims(tx: Prisma, of: Origin, claims: NewClaim[]) {
  await tx.verifiedClaim.deleteMany({ where: { userId: of.userId } })
  await tx.verifiedClaim.createMany({ data: claims.map((claim) => ({ ...of, ...claim })) })
  await tx.$executeRaw`UPDATE users SET updated_at = clock_timestamp() WHERE id = ${of.userId}`
}

/** Claims with the session they came from; those with a contest are suspended. */
export const findClaims = (db: Prisma, userId: string) =>
  db.verifiedClaim.findMany({
    where: { userId },
    orderBy: { name: 'asc' },
    select: {
      name: true,
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
