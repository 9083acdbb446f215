import type { Prisma } from '#lib/core/db'
import { type Checks, hasFace } from '../schema'

type Bytes = Buffer<ArrayBuffer>

/** A document that is known, and the account it belongs to. */
export type LinkedDocument = { fingerprint: Bytes; userId: string; checks: Checks | null; isDecided: boolean }

/** Holds a document's row: whatever decides whose it is waits. */
export async function lockDocument(tx: Prisma, fingerprint: Uint8Array): Promise<LinkedDocument | null> {
  const bytes = Buffer.from(fingerprint) as Bytes
  await tx.$queryRaw`SELECT 1 FROM document_fingerprints WHERE fingerprint = ${bytes} FOR UPDATE`
  const row = await tx.documentFingerprint.findUnique({ where: { fingerprint: bytes } })
  return row && { fingerprint: bytes, userId: row.userId, checks: row.checks as Checks | null, isDecided: row.isDecided }
}

/** Gives a document to an account for as long as that exists, unless it has one. @returns it, which may be another's */
export async function linkDocument(tx: Prisma, fingerprint: Uint8Array, userId: string): Promise<LinkedDocument> {
  await tx.documentFingerprint.createMany({ data: { fingerprint: Buffer.from(fingerprint), userId }, skipDuplicates: true })
  return (await lockDocument(tx, fingerprint)) as LinkedDocument
}

/** Remembers how well its account showed it; a face is not forgotten for a showing without. */
export async function rememberChecks(tx: Prisma, { fingerprint, checks: known }: LinkedDocument, checks: Checks): Promise<void> {
  if (hasFace(known) && !hasFace(checks)) return
  await tx.documentFingerprint.update({ where: { fingerprint }, data: { checks } })
}

/** What was decided about it holds against every later contest until the next decision. */
export const settleDocument = (tx: Prisma, fingerprint: Uint8Array, to: { userId: string; checks: Checks } | null) =>
  tx.documentFingerprint.update({ where: { fingerprint: Buffer.from(fingerprint) }, data: { isDecided: true, ...to } })
