import type { Prisma } from '#lib/core/db'

export type SealedImage = { kind: string; imageSealed: Uint8Array }

/** One picture of a kind: a new one takes the place of the old. */
export async function putImage(tx: Prisma, sessionId: string, kind: string, imageSealed: Buffer<ArrayBuffer>): Promise<void> {
  await tx.verificationImage.upsert({
    where: { sessionId_kind: { sessionId, kind } },
    create: { sessionId, kind, imageSealed },
    update: { imageSealed },
  })
}

export const findImages = (db: Prisma, sessionId: string): Promise<SealedImage[]> =>
  db.verificationImage.findMany({ where: { sessionId }, select: { kind: true, imageSealed: true } })

export const findImageKinds = async (db: Prisma, sessionId: string): Promise<string[]> =>
  (await db.verificationImage.findMany({ where: { sessionId }, select: { kind: true } })).map(({ kind }) => kind)

export const deleteImages = (tx: Prisma, sessionId: string, kinds?: string[]) =>
  tx.verificationImage.deleteMany({ where: { sessionId, ...(kinds && { kind: { in: kinds } }) } })
