import { OPENNESS } from '#lib/apps/open'
import { type Prisma, sql, statement } from '#lib/core/db'
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

type WithPerson = VerificationSession & { user: { environment: string } | null }

export type VerificationOfApp = WithPerson & { app: OfApp }
/** A session of a company's app, or one that a person began for themselves. */
export type Verification = WithPerson & { app: OfApp | null }

const WITH_APP = {
  user: { select: { environment: true } },
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
  await tx.verificationSession.create({ data: { ...session, expiresAt: new Date() } })
  await extendVerification(tx, session.id)
  return (await findVerification(tx, { id: session.id })) as Verification
}

/** A whole lifetime from now on. */
export const extendVerification = (tx: Prisma, id: string) => tx.$executeRaw`
  UPDATE verification_sessions SET expires_at = clock_timestamp() + make_interval(secs => expires_in_seconds) WHERE id = ${id}`

export type VerificationKey = { id: string; companyId?: string } | { tokenHashes: Buffer<ArrayBuffer>[] }

const where = (key: VerificationKey) => ('id' in key ? key : { tokenHash: { in: key.tokenHashes } })

export const findVerification = (db: Prisma, key: VerificationKey): Promise<Verification | null> =>
  db.verificationSession.findFirst({ where: where(key), include: WITH_APP })

/** Takes the row: whatever decides on it next waits, and sees what was decided here. */
export async function lockVerification(tx: Prisma, key: VerificationKey): Promise<Verification | null> {
  const found = await tx.verificationSession.findFirst({ where: where(key), select: { id: true } })
  if (!found) return null
  await tx.$queryRaw`SELECT 1 FROM verification_sessions WHERE id = ${found.id} FOR UPDATE`
  // Read again by the same key: the link may have been replaced while we waited.
  return findVerification(tx, key)
}

export type VerificationChange = Partial<
  Omit<VerificationSession, 'id' | 'status' | 'createdAt' | 'checks' | 'tokenHash' | 'readingSealed' | 'documentFingerprint'>
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
    where: { id: session.id, status: session.status, attempt: session.attempt },
    data: { ...change, status: to },
  })
  if (count !== 1) throw new Error('the session was decided elsewhere')
  const moved = (await findVerification(tx, { id: session.id })) as Verification
  await tellCompany(tx, session.status, moved)
  return moved
}

export const changeVerification = (tx: Prisma, id: string, change: VerificationChange) =>
  tx.verificationSession.update({ where: { id }, data: change })

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

/** Newest first; ties by id. */
export const findVerifications = (db: Prisma, filter: VerificationFilter, after: { createdAt: Date; id: string } | null, take: number) =>
  db.verificationSession.findMany({
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
  }) as Promise<VerificationOfApp[]>

/** Ids of sessions whose time is over, held by this transaction only. */
export const takeOverdue = (tx: Prisma, scope: { id?: string; companyId?: string }, limit: number) => tx.$queryRaw<{ id: string }[]>`
  SELECT id FROM verification_sessions
  WHERE status::text = ANY(${EXPIRABLE as string[]}) AND expires_at <= clock_timestamp()
    AND (${scope.id ?? null}::text IS NULL OR id = ${scope.id ?? null})
    AND (${scope.companyId ?? null}::text IS NULL OR company_id = ${scope.companyId ?? null})
  ORDER BY expires_at LIMIT ${limit} FOR UPDATE SKIP LOCKED`

/** Pictures that are said to be held and have no key: a crash of the database took both. */
const IS_LOST = `s.material_since IS NOT NULL AND s.material_status = 'held' AND NOT EXISTS (SELECT FROM verification_keys k WHERE k.session_id = s.id)`

/** Ids of sessions that lost their pictures, held by this transaction only. */
export const takeLost = (tx: Prisma, scope: { id?: string }, limit: number) =>
  tx.$queryRawUnsafe<{ id: string }[]>(
    `SELECT id FROM verification_sessions s WHERE ${IS_LOST} AND ($1::text IS NULL OR id = $1)
     ORDER BY material_since LIMIT $2 FOR UPDATE SKIP LOCKED`,
    scope.id ?? null,
    limit,
  )

/** Ids of sessions whose pictures or readings are older than allowed. */
export const takeStaleMaterial = (tx: Prisma, seconds: number, limit: number) => tx.$queryRaw<{ id: string }[]>`
  SELECT id FROM verification_sessions
  WHERE material_since <= clock_timestamp() - make_interval(secs => ${seconds}) AND (material_status = 'held' OR reading_sealed IS NOT NULL)
  ORDER BY material_since LIMIT ${limit} FOR UPDATE SKIP LOCKED`

const HAS_OVER = statement<{ is_over: boolean }>(
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
  return (await sql.query(HAS_OVER, [EXPIRABLE, materialSeconds]))[0]?.is_over === true
}

const DELETE_OLD = statement<{ deleted: number }>(
  'delete_old_verifications',
  `WITH gone AS (
     DELETE FROM verification_sessions WHERE ctid = ANY(ARRAY(
       SELECT ctid FROM verification_sessions WHERE created_at <= clock_timestamp() - make_interval(months => $1)
       ORDER BY created_at LIMIT $2 FOR UPDATE SKIP LOCKED)) RETURNING 1
   )
   SELECT count(*)::int AS deleted FROM gone`,
)

/** @returns how many, at most `limit` */
export async function deleteOld(months: number, limit: number): Promise<number> {
  return (await sql.query(DELETE_OLD, [months, limit]))[0]?.deleted ?? 0
}
