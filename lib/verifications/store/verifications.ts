import { OPENNESS } from '#lib/apps/open'
import { type Prisma, spanning, sql, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import type { Assurance } from '#lib/users/assurance'
import type { VerificationSession } from '#prisma/generated/client'
import { type Event, EXPIRABLE, next, type State } from '../lifecycle'
import { tellCompany } from '../tell-company'

export type { VerificationSession }

type OfApp = {
  clientId: string
  name: string
  environment: string
  status: 'active' | 'inactive'
  suspendedAt: Date | null
  companySuspendedAt: Date | null
  company: { id: string; name: string; verificationStatus: string }
}

export type VerificationOfApp = VerificationSession & { app: OfApp }
/** A session of a company's app, or one that a person began for themselves. */
export type Verification = VerificationSession & { app: OfApp | null }

const WITH_APP = {
  app: {
    select: { clientId: true, name: true, environment: true, ...OPENNESS, company: { select: { id: true, name: true, verificationStatus: true } } },
  },
} as const

export type NewVerification = Pick<VerificationSession, 'id' | 'fields' | 'masterKeyId' | 'minAssurance' | 'expiresInSeconds' | 'maxAttempts'> &
  Partial<
    Pick<
      VerificationSession,
      'companyId' | 'appId' | 'reference' | 'redirectUri' | 'locale' | 'expectedUserId' | 'isContest' | 'isRecovery' | 'credentialTypes'
    >
  > & {
    tokenHash: Buffer<ArrayBuffer>
    stateSealed: Buffer<ArrayBuffer> | null
  }

/** Its time is counted by the clock of the database. */
export async function insertVerification(tx: Prisma, session: NewVerification): Promise<Verification> {
  await tx.verificationSession.create({ data: { shard: shardOf(session.id), ...session, expiresAt: new Date() } })
  await extendVerification(tx, session.id)
  return (await findVerification(tx, { id: session.id })) as Verification
}

/** A whole lifetime from now on. */
export const extendVerification = (tx: Prisma, id: string) => tx.$executeRaw`
  UPDATE verification_sessions SET expires_at = clock_timestamp() + make_interval(secs => expires_in_seconds) WHERE shard = ${shardOf(id)} AND id = ${id}`

export type VerificationKey = { id: string; companyId?: string } | { tokenHashes: Buffer<ArrayBuffer>[] }

const where = (key: VerificationKey) =>
  'id' in key ? { shard: shardOf(key.id), ...key } : { shard: { in: key.tokenHashes.map(shardOfHash) }, tokenHash: { in: key.tokenHashes } }

export const findVerification = (db: Prisma, key: VerificationKey): Promise<Verification | null> =>
  db.verificationSession.findFirst({ where: where(key), include: WITH_APP })

/** Takes the row: whatever decides on it next waits, and sees what was decided here. */
export async function lockVerification(tx: Prisma, key: VerificationKey): Promise<Verification | null> {
  const found = await findVerification(tx, key)
  if (!found) return null
  await tx.$queryRaw`SELECT 1 FROM verification_sessions WHERE shard = ${found.shard} AND id = ${found.id} FOR UPDATE`
  // Read again by the same key: the link may have been replaced while we waited.
  return findVerification(tx, key)
}

export type VerificationChange = Partial<
  Omit<VerificationSession, 'shard' | 'id' | 'status' | 'createdAt' | 'checks' | 'tokenHash' | 'readingSealed' | 'documentFingerprint'>
> & {
  checks?: object
  tokenHash?: Buffer<ArrayBuffer>
  readingSealed?: Buffer<ArrayBuffer> | null
  documentFingerprint?: Buffer<ArrayBuffer> | null
}

/**
 * Carries an event out. The row must still be as it was read, so nobody overwrites what somebody else decided.
 * @throws when the event has no place in the state, or the row was changed meanwhile: callers hold its lock
 */
export async function moveVerification(tx: Prisma, session: Verification, event: Event, change: VerificationChange = {}): Promise<Verification> {
  const to = next(session.status, event)
  if (!to) throw new Error(`${event} has no place in ${session.status}`)
  const { count } = await tx.verificationSession.updateMany({
    where: { shard: session.shard, id: session.id, status: session.status, attempt: session.attempt },
    data: { ...change, status: to },
  })
  if (count !== 1) throw new Error('the session was decided elsewhere')
  const moved = (await findVerification(tx, { id: session.id })) as Verification
  await tellCompany(tx, session.status, moved)
  return moved
}

export const changeVerification = (tx: Prisma, id: string, change: VerificationChange) =>
  tx.verificationSession.update({ where: { shard_id: { shard: shardOf(id), id } }, data: change })

/** @property from first UTC day of their beginning @property to last one @property assurance the level that was reached */
export type VerificationFilter = {
  companyId: string
  states?: State[]
  reference?: string
  appId?: string
  from?: string
  to?: string
  assurance?: Assurance
}

const DAY_MS = 86_400_000

/** Beginnings within whole UTC days. */
const within = ({ from, to }: VerificationFilter) =>
  (from ?? to) === undefined ? {} : { createdAt: { ...(from && { gte: new Date(from) }), ...(to && { lt: new Date(Date.parse(to) + DAY_MS) }) } }

/** Newest first; ties by id. Of several databases each gives its newest. */
export async function findVerifications(db: Prisma, filter: VerificationFilter, after: { createdAt: Date; id: string } | null, take: number) {
  const rows = (await db.verificationSession.findMany({
    where: {
      companyId: filter.companyId,
      ...(filter.states && { status: { in: filter.states } }),
      ...(filter.reference !== undefined && { reference: filter.reference }),
      ...(filter.appId !== undefined && { appId: filter.appId }),
      ...(filter.assurance && { assurance: filter.assurance }),
      AND: [within(filter)],
      ...(after && { OR: [{ createdAt: { lt: after.createdAt } }, { createdAt: after.createdAt, id: { lt: after.id } }] }),
    },
    include: WITH_APP,
    orderBy: [{ createdAt: 'desc' }, { id: 'desc' }],
    take,
  })) as VerificationOfApp[]
  return rows.sort((one, other) => other.createdAt.getTime() - one.createdAt.getTime() || (other.id > one.id ? 1 : -1)).slice(0, take)
}

/** @property companyId whose it must be */
export type Scope = { id?: string; companyId?: string }

const IS_OVER = 'status::text = ANY($1) AND expires_at <= clock_timestamp() AND ($2::text IS NULL OR company_id = $2)'

const TAKE_ONE_OVERDUE = statement<{ id: string }>(
  'take_overdue_verification',
  `SELECT id FROM verification_sessions WHERE ${IS_OVER} AND shard = $3 AND id = $4 FOR UPDATE SKIP LOCKED`,
)
const TAKE_OVERDUE = spanning<{ id: string }>(
  'take_overdue_verifications',
  `SELECT id FROM verification_sessions WHERE ${IS_OVER} ORDER BY expires_at LIMIT $3 FOR UPDATE SKIP LOCKED`,
)

const FIND_OVERDUE = spanning<{ id: string; company_id: string | null }>(
  'find_overdue_verifications',
  `SELECT id, company_id FROM verification_sessions WHERE status::text = ANY($1) AND expires_at <= clock_timestamp() ORDER BY expires_at LIMIT $2`,
)

/** Sessions whose time is over, held by nobody. */
export const findOverdue = (limit: number) => sql.query(FIND_OVERDUE, [EXPIRABLE, limit])

/** Ids of sessions whose time is over, held by this transaction only. */
export const takeOverdue = (tx: Prisma, { id, companyId }: Scope, limit: number) =>
  id === undefined
    ? tx.query(TAKE_OVERDUE, [EXPIRABLE, companyId ?? null, limit])
    : tx.query(TAKE_ONE_OVERDUE, [EXPIRABLE, companyId ?? null, shardOf(id), id])

/** Pictures that are said to be held and have no key: a crash of the database took both. */
const IS_LOST = `s.material_since IS NOT NULL AND s.material_status = 'held'
  AND NOT EXISTS (SELECT FROM verification_keys k WHERE k.shard = s.shard AND k.session_id = s.id)`

const TAKE_ONE_LOST = statement<{ id: string }>(
  'take_lost_verification',
  `SELECT s.id FROM verification_sessions s WHERE s.shard = $1 AND s.id = $2 AND ${IS_LOST} FOR UPDATE SKIP LOCKED`,
)
const TAKE_LOST = spanning<{ id: string }>(
  'take_lost_verifications',
  `SELECT s.id FROM verification_sessions s WHERE ${IS_LOST} ORDER BY material_since LIMIT $1 FOR UPDATE SKIP LOCKED`,
)

/** Ids of sessions that lost their pictures, held by this transaction only. */
export const takeLost = (tx: Prisma, { id }: Pick<Scope, 'id'>, limit: number) =>
  id === undefined ? tx.query(TAKE_LOST, [limit]) : tx.query(TAKE_ONE_LOST, [shardOf(id), id])

const IS_STALE = `material_since <= clock_timestamp() - make_interval(secs => $1) AND (material_status = 'held' OR reading_sealed IS NOT NULL)`

const FIND_STALE = spanning<{ id: string; company_id: string | null }>(
  'find_stale_verification_material',
  `SELECT id, company_id FROM verification_sessions WHERE ${IS_STALE} ORDER BY material_since LIMIT $2`,
)
const TAKE_ONE_STALE = statement<{ id: string }>(
  'take_stale_verification_material',
  `SELECT id FROM verification_sessions WHERE ${IS_STALE} AND shard = $2 AND id = $3 FOR UPDATE SKIP LOCKED`,
)

/** Sessions whose pictures or readings are older than allowed, held by nobody. */
export const findStaleMaterial = (seconds: number, limit: number) => sql.query(FIND_STALE, [seconds, limit])

/** Whether one still is such, and held by this transaction only. */
export const takeStaleMaterial = async (tx: Prisma, id: string, seconds: number): Promise<boolean> =>
  (await tx.query(TAKE_ONE_STALE, [seconds, shardOf(id), id])).length === 1

const HAS_OVER = spanning<{ is_over: boolean }>(
  'has_verification_material_over',
  `SELECT EXISTS (SELECT FROM verification_sessions WHERE status::text = ANY($1) AND expires_at <= clock_timestamp())
     OR EXISTS (
       SELECT FROM verification_sessions
       WHERE material_since <= clock_timestamp() - make_interval(secs => $2) AND (material_status = 'held' OR reading_sealed IS NOT NULL)
     )
     OR EXISTS (SELECT FROM verification_sessions s WHERE ${IS_LOST}) AS is_over`,
)

/** Whether there is anything for `takeOverdue` or `takeStaleMaterial`: asked often, and cheaper than their transactions. */
export async function hasAnythingOver(materialSeconds: number): Promise<boolean> {
  return (await sql.query(HAS_OVER, [EXPIRABLE, materialSeconds])).some((one) => one.is_over)
}

const DELETE_OLD = spanning<{ deleted: number }>(
  'delete_old_verifications',
  `WITH gone AS (
     DELETE FROM verification_sessions WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM verification_sessions WHERE created_at <= clock_timestamp() - make_interval(months => $1)
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
   )
   SELECT count(*)::int AS deleted FROM gone`,
)

/** @returns how many, at most `limit` of each database */
export async function deleteOld(months: number, limit: number): Promise<number> {
  return (await sql.query(DELETE_OLD, [months, limit])).reduce((sum, { deleted }) => sum + deleted, 0)
}

const FORGET_BOUND = statement<object>(
  'forget_bound_person',
  `UPDATE verification_sessions SET user_id = NULL, user_environment = NULL WHERE user_id = $1`,
)
const FORGET_EXPECTED = statement<object>(
  'forget_expected_person',
  `UPDATE verification_sessions SET expected_user_id = NULL WHERE expected_user_id = $1`,
)

/** The verdicts that companies asked for stay, of nobody. */
export async function forgetPersonIn(userId: string): Promise<void> {
  await sql.query(FORGET_BOUND, [userId])
  await sql.query(FORGET_EXPECTED, [userId])
}
