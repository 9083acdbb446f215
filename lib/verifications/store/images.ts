import { type Prisma, readBytes } from '#lib/core/db'
import { isId } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { isPictureKind } from '../picture-kinds'

export type SealedImage = { kind: string; imageSealed: Uint8Array }

/** One picture of a kind: a new one takes the place of the old. */
export async function putImage(tx: Prisma, sessionId: string, kind: string, imageSealed: Buffer<ArrayBuffer>): Promise<void> {
  const shard = shardOf(sessionId)
  await tx.verificationImage.upsert({
    where: { shard_sessionId_kind: { shard, sessionId, kind } },
    create: { shard, sessionId, kind, imageSealed },
    update: { imageSealed },
  })
}

/** A picture as it is stored, read in binary: as text it would cost the database ten times as much. */
export async function readImage(sessionId: string, kind: string): Promise<SealedImage | null> {
  if (!isId('ver', sessionId) || !isPictureKind(kind)) throw new Error('not a picture of a session')
  let imageSealed: Buffer | undefined
  await readBytes(
    `SELECT image_sealed FROM verification_images WHERE shard = ${shardOf(sessionId)} AND session_id = '${sessionId}' AND kind = '${kind}'`,
    (value) => {
      imageSealed = Buffer.from(value)
    },
  )
  return imageSealed ? { kind, imageSealed } : null
}

export const findImageKinds = async (db: Prisma, sessionId: string): Promise<string[]> =>
  (await db.verificationImage.findMany({ where: { shard: shardOf(sessionId), sessionId }, select: { kind: true } })).map(({ kind }) => kind)

export const deleteImages = (tx: Prisma, sessionId: string, kinds?: string[]) =>
  tx.verificationImage.deleteMany({ where: { shard: shardOf(sessionId), sessionId, ...(kinds && { kind: { in: kinds } }) } })
