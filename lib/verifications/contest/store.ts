import { type Prisma, spanning, sql } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import type { DocumentContest } from '#prisma/generated/client'
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

const asContest = ({ shard: _, ...contest }: DocumentContest) => contest as Contest

/** The contest about a document that waits for a decision. Whoever asks holds the document's row. */
export async function findOpenContest(tx: Prisma, fingerprint: Uint8Array): Promise<Contest | null> {
  const row = await tx.documentContest.findFirst({
    where: { shard: shardOfHash(fingerprint), fingerprint: bytes(fingerprint), state: { in: [...OPEN_STATES] } },
  })
  return row ? asContest(row) : null
}

/** For the operator, who names it by its id alone. */
export async function findContest(tx: Prisma, id: string): Promise<Contest | null> {
  const [row] = await tx.documentContest.findMany({ where: { id } })
  return row ? asContest(row) : null
}

/** Whether a decision about this document went against the person before. */
export async function hasLostContest(tx: Prisma, fingerprint: Uint8Array, userId: string): Promise<boolean> {
  const lost = await tx.documentContest.count({
    where: {
      shard: shardOfHash(fingerprint),
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
  const shard = shardOfHash(fingerprint)
  await tx.documentContest.create({ data: { shard, ...contest, fingerprint: bytes(fingerprint), ...(holderChecks && { holderChecks }) } })
  await tx.$executeRaw`UPDATE document_contests SET opened_at = clock_timestamp() WHERE shard = ${shard} AND id = ${contest.id}`
}

/** @throws when somebody else moved it meanwhile: callers hold the document's row */
export async function moveContest(
  tx: Prisma,
  { id, state, fingerprint }: Contest,
  to: ContestState,
  change: { holderChecks?: Checks } = {},
): Promise<void> {
  const shard = shardOfHash(fingerprint)
  const { count } = await tx.documentContest.updateMany({ where: { shard, id, state }, data: { state: to, ...change } })
  if (count !== 1) throw new Error('the contest was moved elsewhere')
  await tx.$executeRaw`
    UPDATE document_contests SET
      answered_at = CASE WHEN ${to} = 'even' THEN clock_timestamp() ELSE answered_at END,
      decided_at = CASE WHEN ${to} = ANY(${OPEN_STATES as string[]}) THEN NULL ELSE clock_timestamp() END
    WHERE shard = ${shard} AND id = ${id}`
}

const claimsOf = ({ holderId, fingerprint }: Pick<Contest, 'holderId' | 'fingerprint'>) => ({
  userId: holderId,
  documentFingerprint: bytes(fingerprint),
})

/** From now on nobody is given them; they are not forgotten. */
export const suspendClaims = (tx: Prisma, contest: Pick<Contest, 'id' | 'holderId' | 'fingerprint'>) =>
  tx.verifiedClaim.updateMany({ where: { shard: shardOf(contest.holderId), ...claimsOf(contest) }, data: { contestId: contest.id } })

export const restoreClaims = (tx: Prisma, { id, holderId }: Pick<Contest, 'id' | 'holderId'>) =>
  tx.verifiedClaim.updateMany({ where: { shard: shardOf(holderId), userId: holderId, contestId: id }, data: { contestId: null } })

export const removeClaims = (tx: Prisma, contest: Contest) =>
  tx.verifiedClaim.deleteMany({ where: { shard: shardOf(contest.holderId), ...claimsOf(contest) } })

/** Those that wait for a decision, the oldest first; or all that are kept. */
export const findContests = async (db: Prisma, { onlyOpen }: { onlyOpen: boolean }) =>
  sorted(await db.documentContest.findMany({ where: onlyOpen ? { state: { in: [...OPEN_STATES] } } : {} }))

/** Of both sides. */
export const findContestsOf = async (db: Prisma, userId: string) =>
  sorted(await db.documentContest.findMany({ where: { OR: [{ holderId: userId }, { contestingId: userId }] } }))

const sorted = (contests: DocumentContest[]) =>
  contests.map(asContest).sort((one, other) => one.openedAt.getTime() - other.openedAt.getTime() || (one.id > other.id ? 1 : -1))

export const deleteContest = (tx: Prisma, { id, fingerprint }: Pick<Contest, 'id' | 'fingerprint'>) =>
  tx.documentContest.deleteMany({ where: { shard: shardOfHash(fingerprint), id } })

const DELETE_DECIDED = spanning<{ deleted: number }>(
  'delete_decided_contests',
  `WITH gone AS (
     DELETE FROM document_contests WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM document_contests WHERE decided_at <= clock_timestamp() - make_interval(months => $1)
       ORDER BY decided_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
   )
   SELECT count(*)::int AS deleted FROM gone`,
)

/** @returns how many, at most `limit` of each database */
export async function deleteDecided(months: number, limit: number): Promise<number> {
  return (await sql.query(DELETE_DECIDED, [months, limit])).reduce((sum, { deleted }) => sum + deleted, 0)
}

/** How many a person began lately. Their row is held, so that two at once are counted one after the other. */
export async function countContests(tx: Prisma, userId: string, days: number): Promise<number> {
  await holdPerson(tx, userId)
  const rows = await tx.$queryRaw<{ count: number }[]>`
    SELECT count(*)::int AS count FROM verification_sessions
    WHERE expected_user_id = ${userId} AND is_contest AND created_at > clock_timestamp() - make_interval(days => ${days}::int)`
  return rows.reduce((sum, { count }) => sum + count, 0)
}
