import type { Prisma } from '#lib/core/db'

/** The account a document belongs to. */
export const findDocumentOwner = async (db: Prisma, fingerprint: Uint8Array) =>
  (await db.documentFingerprint.findUnique({ where: { fingerprint: Buffer.from(fingerprint) }, select: { userId: true } }))?.userId ?? null

/** Gives a document to an account for as long as that exists. @returns the account it belongs to, which may be another */
export async function linkDocument(tx: Prisma, fingerprint: Uint8Array, userId: string): Promise<string | null> {
  await tx.documentFingerprint.createMany({ data: { fingerprint: Buffer.from(fingerprint), userId }, skipDuplicates: true })
  return findDocumentOwner(tx, fingerprint)
}

export type NewClaim = { name: string; valueSealed: Buffer<ArrayBuffer> }

/** Claims of one document in place of those of any other. */
export async function replaceClaims(tx: Prisma, of: { userId: string; sessionId: string; verifiedAt: Date; expiresAt: Date }, claims: NewClaim[]) {
  await tx.verifiedClaim.deleteMany({ where: { userId: of.userId } })
  await tx.verifiedClaim.createMany({ data: claims.map((claim) => ({ ...of, ...claim })) })
  await tx.$executeRaw`UPDATE users SET updated_at = clock_timestamp() WHERE id = ${of.userId}`
}

/** Claims in force with the session they came from. */
export const findClaims = (db: Prisma, userId: string) =>
  db.verifiedClaim.findMany({
    where: { userId },
    orderBy: { name: 'asc' },
    select: {
      name: true,
      verifiedAt: true,
      expiresAt: true,
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
