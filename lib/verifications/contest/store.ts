import { type Prisma, sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import type { Checks } from '../schema'
import { holdPerson } from '../store/claims'
import { type ContestState, OPEN_STATES } from './lifecycle'

export type Contest = {
  id: string
  fingerprint: Uint8Array
  holderId: string
  contestingId: string
  state: ContestState
  holderChecks: Checks | null
  contestingChecks: Checks
  openedAt: Date
  answeredAt: Date | null
  decidedAt: Date | null
}

type Fingerprint = Buffer<ArrayBuffer>

const bytes = (fingerprint: Uint8Array): Fingerprint => Buffer.from(fingerprint) as Fingerprint

/** The contest about a document that waits for a decision. Whoever asks holds the document's row. */
export const findOpenContest = (tx: Prisma, fingerprint: Uint8Array) =>
  tx.documentContest.findFirst({ where: { fingerprint: bytes(fingerprint), state: { in: [...OPEN_STATES] } } }) as Promise<Contest | null>

export const findContest = (tx: Prisma, id: string) => tx.documentContest.findUnique({ where: { id } }) as Promise<Contest | null>

/** Whether a decision about this document went against the person before. */
export async function hasLostContest(tx: Prisma, fingerprint: Uint8Array, userId: string): Promise<boolean> {
  const lost = await tx.documentContest.count({
    where: {
      fingerprint: bytes(fingerprint),
      OR: [
        { contestingId: userId, state: 'kept_earlier' },
        { holderId: userId, state: 'kept_contesting' },
      ],
    },
  })
  return lost > 0
}

export type NewContest = Pick<Contest, 'id' | 'fingerprint' | 'holderId' | 'contestingId' | 'state' | 'holderChecks' | 'contestingChecks'>

export async function insertContest(tx: Prisma, { fingerprint, holderChecks, ...contest }: NewContest): Promise<void> {
  await tx.documentContest.create({ data: { ...contest, fingerprint: bytes(fingerprint), ...(holderChecks && { holderChecks }) } })
  await tx.$executeRaw`UPDATE document_contests SET opened_at = clock_timestamp() WHERE id = ${contest.id}`
}

/** @throws when somebody else moved it meanwhile: callers hold the document's row */
export async function moveContest(tx: Prisma, { id, state }: Contest, to: ContestState, change: { holderChecks?: Checks } = {}): Promise<void> {
  const { count } = await tx.documentContest.updateMany({ where: { id, state }, data: { state: to, ...change } })
  if (count !== 1) throw new Error('the contest was moved elsewhere')
  await tx.$executeRaw`
    UPDATE document_contests SET
      answered_at = CASE WHEN ${to} = 'even' THEN clock_timestamp() ELSE answered_at END,
      decided_at = CASE WHEN ${to} = ANY(${OPEN_STATES as string[]}) THEN NULL ELSE clock_timestamp() END
    WHERE id = ${id}`
}

const claimsOf = ({ holderId, fingerprint }: Pick<Contest, 'holderId' | 'fingerprint'>) => ({
  userId: holderId,
  documentFingerprint: bytes(fingerprint),
})

/** From now on nobody is given them; they are not forgotten. */
export const suspendClaims = (tx: Prisma, contest: Pick<Contest, 'id' | 'holderId' | 'fingerprint'>) =>
  tx.verifiedClaim.updateMany({ where: { shard: shardOf(contest.holderId), ...claimsOf(contest) }, data: { contestId: contest.id } })

export const restoreClaims = (tx: Prisma, contestId: string) => tx.verifiedClaim.updateMany({ where: { contestId }, data: { contestId: null } })

export const removeClaims = (tx: Prisma, contest: Contest) =>
  tx.verifiedClaim.deleteMany({ where: { shard: shardOf(contest.holderId), ...claimsOf(contest) } })

/** Those that wait for a decision, the oldest first; or all that are kept. */
export const findContests = (db: Prisma, { onlyOpen }: { onlyOpen: boolean }) =>
  db.documentContest.findMany({
    where: onlyOpen ? { state: { in: [...OPEN_STATES] } } : {},
    orderBy: [{ openedAt: 'asc' }, { id: 'asc' }],
  }) as Promise<Contest[]>

const DELETE_DECIDED = statement<{ deleted: number }>(
  'delete_decided_contests',
  `WITH gone AS (
     DELETE FROM document_contests WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM document_contests WHERE decided_at <= clock_timestamp() - make_interval(months => $1)
       ORDER BY decided_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
   )
   SELECT count(*)::int AS deleted FROM gone`,
)

/** @returns how many, at most `limit` */
export async function deleteDecided(months: number, limit: number): Promise<number> {
  return (await sql.query(DELETE_DECIDED, [months, limit]))[0]?.deleted ?? 0
}

/** How many a person began lately. Their row is held, so that two at once are counted one after the other. */
export async function countContests(tx: Prisma, userId: string, days: number): Promise<number> {
  await holdPerson(tx, userId)
  const rows = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM verification_sessions
    WHERE expected_user_id = ${userId} AND is_contest AND created_at > clock_timestamp() - make_interval(days => ${days}::int)`
  return rows.reduce((sum, { count }) => sum + count, 0)
}
