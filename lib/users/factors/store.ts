import { type Prisma, sql, statement } from '#lib/core/db'

const INSERT_PENDING = statement<object>(
  'insert_pending_log_in',
  `INSERT INTO pending_log_ins (id_hash, user_id, expires_at)
   SELECT $1, u.id, clock_timestamp() + make_interval(secs => $4) FROM users u WHERE u.id = $2 AND u.access_version = $3 FOR SHARE OF u`,
)

const FIND_PENDING = statement<{ user_id: string }>(
  'find_pending_log_in',
  `SELECT user_id FROM pending_log_ins WHERE id_hash = $1 AND expires_at > clock_timestamp()`,
)

const DELETE_PENDING = statement<{ access_version: number }>(
  'delete_pending_log_in',
  `DELETE FROM pending_log_ins p USING users u
   WHERE p.id_hash = $1 AND p.expires_at > clock_timestamp() AND u.id = p.user_id RETURNING u.access_version`,
)

/** Nothing waits when who can get in has changed since the password was found right. */
export const insertPending = (idHash: Buffer, { userId, accessVersion }: { userId: string; accessVersion: number }, lifetimeSeconds: number) =>
  sql.query(INSERT_PENDING, [idHash, userId, accessVersion, lifetimeSeconds])

export async function findPending(idHash: Buffer): Promise<string | null> {
  return (await sql.query(FIND_PENDING, [idHash]))[0]?.user_id ?? null
}

/** @returns the account's access version at that moment; null when it was used, ended or expired meanwhile */
export async function consumePending(idHash: Buffer): Promise<number | null> {
  return (await sql.query(DELETE_PENDING, [idHash]))[0]?.access_version ?? null
}

export const findTotp = (db: Prisma, userId: string) => db.totp.findUnique({ where: { userId } })

/** A new secret in place of one that was never confirmed; a confirmed one stays. */
export const replaceUnconfirmedTotp = (db: Prisma, userId: string, secretSealed: Buffer) => db.$executeRaw`
  INSERT INTO totps AS t (user_id, secret_sealed) VALUES (${userId}, ${secretSealed})
  ON CONFLICT (user_id) DO UPDATE SET secret_sealed = excluded.secret_sealed, last_time_step = 0 WHERE t.confirmed_at IS NULL`

/** Marks a time step as used. @returns false when it, or a later one, was used before */
export async function spendTimeStep(db: Prisma, userId: string, timeStep: number): Promise<boolean> {
  const { count } = await db.totp.updateMany({ where: { userId, lastTimeStep: { lt: timeStep } }, data: { lastTimeStep: timeStep } })
  return count === 1
}

/** @returns false when there is no such unused code */
export async function consumeRecoveryCode(tx: Prisma, userId: string, codeHash: Buffer<ArrayBuffer>): Promise<boolean> {
  return (await tx.recoveryCode.deleteMany({ where: { userId, codeHash } })).count === 1
}

export const countRecoveryCodes = (db: Prisma, userId: string) => db.recoveryCode.count({ where: { userId } })

/** Whether any is of the older kind of ten letters. */
export const hasShortRecoveryCodes = async (db: Prisma, userId: string) => (await db.recoveryCode.count({ where: { userId, isShort: true } })) > 0
