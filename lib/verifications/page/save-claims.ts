import type { Prisma } from '#lib/core/db'
import { addClaims, type ClaimOrigin, findClaims, type NewClaim, replaceClaims } from '../store/claims'
import { judgeSaving } from './judge-saving'

/** Keeps what a confirmed document says, as far as the account does not know it better. */
export async function saveClaims(tx: Prisma, of: ClaimOrigin, claims: NewClaim[]): Promise<void> {
  const kept = (await findClaims(tx, of.userId)).map(({ assurance, expiresAt, contestId, documentFingerprint }) => ({
    assurance,
    isLive: contestId === null && (expiresAt === null || expiresAt > of.verifiedAt),
    isOfThisDocument: documentFingerprint !== null && of.documentFingerprint.equals(documentFingerprint),
  }))
  const verdict = judgeSaving(kept, of.assurance)
  if (verdict === 'replace') await replaceClaims(tx, of, claims)
  if (verdict === 'add') await addClaims(tx, of, claims)
}
