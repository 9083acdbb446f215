import type { Prisma } from '#lib/core/db'
import { verify } from './decide'
import type { Checks } from './schema'
import { findClaims } from './store/claims'
import { databaseNow, type Session } from './store/sessions'
import { asOwner, type Visitor } from './visitor'

/** Claims a field rests on; `face_match` is a verdict of the session they came from. */
const NEEDS: Record<string, string | undefined> = { age_over_18: 'birthdate', face_match: undefined }

/** The session in which this person verified all that is asked for now, if it still holds. */
export async function findEarlier(db: Prisma, userId: string, fields: readonly string[]) {
  const now = await databaseNow(db)
  const live = (await findClaims(db, userId)).filter(({ expiresAt, contestId }) => contestId === null && (expiresAt === null || expiresAt > now))
  const [first] = live
  const source = first?.session
  if (!first || !source?.checks || source.status !== 'verified') return null
  const have = new Set(live.map(({ name }) => name))
  const isCovered = fields.every((field) => {
    if (field === 'face_match') return (source.checks as Checks).face_match === 'pass'
    return have.has(NEEDS[field] ?? field)
  })
  return isCovered ? { verifiedAt: first.verifiedAt, source } : null
}

/**
 * The same for everybody who asks for the same: how clearly a document was read elsewhere would be a mark by which two
 * companies know a person again. Nothing printed was looked at for this company, so nothing is said of it.
 */
const checksOfReuse = ({ fields }: Session): Checks => ({
  mrz_check_digits: 'pass',
  expiry: 'pass',
  viz_consistency: 'unclear',
  face_match: fields.includes('face_match') ? 'pass' : 'not_requested',
})

/**
 * The person lets a company know that what it asks for was verified before. Without their word nobody learns that there
 * is anything: a session would be a probe. Spec: Claims
 */
export const reuseClaims = (visitor: Visitor) =>
  asOwner(visitor, ['in_progress'], async (tx, session: Session) => {
    const earlier = await findEarlier(tx, visitor.userId, session.fields)
    if (!earlier) return
    const { engineVersion, documentFingerprint } = earlier.source
    await verify(tx, session, 'reuse', {
      checks: checksOfReuse(session),
      engineVersion,
      documentFingerprint: documentFingerprint && Buffer.from(documentFingerprint),
    })
  })
