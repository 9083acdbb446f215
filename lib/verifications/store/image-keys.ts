import type { Prisma } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'

/** The key of a session's pictures, sealed under a master key. */
export type SealedImageKey = { keySealed: Uint8Array; masterKeyId: string }

export const findImageKey = (db: Prisma, sessionId: string): Promise<SealedImageKey | null> =>
  db.verificationKey.findUnique({ where: { shard_sessionId: { shard: shardOf(sessionId), sessionId } } })

export const insertImageKey = (tx: Prisma, sessionId: string, keySealed: Buffer<ArrayBuffer>, masterKeyId: string) =>
  tx.verificationKey.create({ data: { shard: shardOf(sessionId), sessionId, keySealed, masterKeyId } })

export const deleteImageKey = (tx: Prisma, sessionId: string) => tx.verificationKey.deleteMany({ where: { shard: shardOf(sessionId), sessionId } })
