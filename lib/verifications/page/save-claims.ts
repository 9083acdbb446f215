import type { Prisma } from '#lib/core/db'
import { requireAccount } from '#lib/users/account/open-account'
import { todayIn } from '#lib/users/age'
import { openOrigins } from '#lib/users/claim-origins'
import type { VerifiedClaims } from '#lib/users/schema'
import { addClaims, type ClaimOrigin, findClaims, holdPerson, type NewClaim, replaceClaims } from '../store/claims'
import { contradicts } from './contradicts'
import { judgeSaving, type Kinship } from './judge-saving'

/** What a document shows. `isOfAge` where it says so without a birth date. */
export type Shown = { claims: VerifiedClaims; isOfAge?: boolean }

/**
 * Keeps what a confirmed document says, as far as the account does not know it better: of several at once, one after the other.
 * @returns false when that was done before, by whoever was stopped then
 */
export async function saveClaims(tx: Prisma, of: ClaimOrigin, claims: NewClaim[], { claims: shown, isOfAge }: Shown): Promise<boolean> {
  await holdPerson(tx, of.userId)
  const { verified: known, vault } = await requireAccount(tx, of.userId)
  const isOther = contradicts(known, shown, isOfAge, todayIn('UTC', of.verifiedAt))
  const kinshipWith = (fingerprint: Uint8Array | null): Kinship => {
    if (of.documentFingerprint === null || fingerprint === null) return isOther ? 'other' : 'compatible'
    return of.documentFingerprint.equals(fingerprint) ? 'same' : 'other'
  }
  const before = await findClaims(tx, of.userId)
  if (before.some(({ sessionId }) => sessionId === of.sessionId)) return false
  const kept = before.map(({ expiresAt, contestId, documentFingerprint, ...claim }) => ({
    ...claim,
    isLive: contestId === null && (expiresAt === null || expiresAt > of.verifiedAt),
    kinship: kinshipWith(documentFingerprint),
  }))
  const withEarlier = (claim: NewClaim): NewClaim => {
    const name = claim.name as keyof VerifiedClaims
    const same = known[name] === shown[name] && kept.find((one) => one.name === name && one.isLive)
    return same ? { ...claim, earlierSealed: vault.sealEarlier(name, openOrigins(vault, same)) } : claim
  }
  const verdict = judgeSaving(kept, { assurance: of.assurance, names: claims.map(({ name }) => name) })
  if (verdict.kind === 'replace') await replaceClaims(tx, of, claims.map(withEarlier), verdict.staying)
  if (verdict.kind === 'add') await addClaims(tx, of, claims)
  return true
}
