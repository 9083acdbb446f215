import type { Prisma } from '#lib/core/db'
import { databaseNow } from '#lib/core/db'
import { type Assurance, reaches } from '#lib/users/assurance'
import { verify } from '../decide'
import { type CameraChecks, type Checks, WALLET_CHECKS } from '../schema'
import { findClaims } from '../store/claims'
import type { Verification } from '../store/verifications'
import { asOwner, type Visitor } from './visitor'

/** Claims of which a field needs one; `face_match` is in the level of any of them. */
const NEEDS: Record<string, readonly string[] | undefined> = { age_over_18: ['age_over_18', 'birthdate'] }

/** The session in which this person verified all that is asked for now, and as well as it is asked for, if it still holds. */
export async function findEarlier(db: Prisma, userId: string, { fields, minAssurance }: Pick<Verification, 'fields' | 'minAssurance'>) {
  const now = await databaseNow(db)
  const isLive = ({ expiresAt, contestId }: { expiresAt: Date | null; contestId: string | null }) =>
    contestId === null && (expiresAt === null || expiresAt > now)
  const live = (await findClaims(db, userId)).filter((claim) => isLive(claim) && reaches(claim.assurance, minAssurance))
  const [first] = live
  const source = first?.session
  if (!first || !source?.checks || source.status !== 'verified') return null
  const have = new Set(live.map(({ name }) => name))
  const isCovered = fields.every((field) => field === 'face_match' || (NEEDS[field] ?? [field]).some((name) => have.has(name)))
  return isCovered ? { verifiedAt: first.verifiedAt, source } : null
}

/**
 * The same for everybody who asks for the same: how clearly a document was read elsewhere would be a mark by which two
 * companies know a person again. So a company learns of the level it asked for, and of what that takes.
 */
const checksOfReuse = ({ minAssurance }: Verification): Checks => (minAssurance === 'wallet' ? WALLET_CHECKS : cameraChecksAt(minAssurance))

const cameraChecksAt = (minAssurance: Assurance): CameraChecks => ({
  mrz_check_digits: 'pass',
  expiry: 'pass',
  viz_consistency: reaches(minAssurance, 'page') ? 'pass' : 'unclear',
  face_match: reaches(minAssurance, 'person') ? 'pass' : 'not_requested',
})

/**
 * The person lets a company know that what it asks for was verified before. Without their word nobody learns that there
 * is anything: a session would be a probe. Spec: Claims
 */
export const reuseClaims = (visitor: Visitor) =>
  asOwner(visitor, ['in_progress'], async (tx, session: Verification) => {
    const earlier = await findEarlier(tx, visitor.userId, session)
    if (!earlier) return
    const { engineVersion, documentFingerprint } = earlier.source
    await verify(tx, session, 'reuse', {
      checks: checksOfReuse(session),
      assurance: session.minAssurance,
      engineVersion,
      documentFingerprint: documentFingerprint && Buffer.from(documentFingerprint),
    })
  })
