import { type Prisma, sql, statement } from '#lib/core/db'

const INSERT_PENDING = statement<object>(
  'insert_pending_log_in',
  `INSERT INTO pending_log_ins (id_hash, user_id, expires_at) VALUES ($1, $2, clock_timestamp() + make_interval(secs => $3))`,
)

const FIND_PENDING = statement<{ user_id: string }>(
  'find_pending_log_in',
  `SELECT user_id FROM pending_log_ins WHERE id_hash = $1 AND expires_at > clock_timestamp()`,
)

const DELETE_PENDING = statement<{ user_id: string }>(
  'delete_pending_log_in',
  `DELETE FROM pending_log_ins WHERE id_hash = $1 AND expires_at > clock_timestamp() RETURNING user_id`,
)

export const insertPending = (idHash: Buffer, userId: string, lifetimeSeconds: number) => sql.query(INSERT_PENDING, [idHash, userId, lifetimeSeconds])

export async function findPending(idHash: Buffer): Promise<string | null> {
  return (await sql.query(FIND_PENDING, [idHash]))[0]?.user_id ?? null
}

/** @returns false when it was used or expired meanwhile */
export const consumePending = async (idHash: Buffer): Promise<boolean> => (await sql.query(DELETE_PENDING, [idHash])).length === 1

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

export async function markTotpConfirmed(tx: Prisma, userId: string): Promise<boolean> {
  return (await tx.$executeRaw`UPDATE totps SET confirmed_at = clock_timestamp() WHERE user_id = ${userId} AND confirmed_at IS NULL`) === 1
}

export async function deleteTotp(tx: Prisma, userId: string): Promise<boolean> {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  return (await tx.totp.deleteMany({ where: { userId } })).count === 1
}

export async function replaceRecoveryCodes(tx: Prisma, userId: string, hashes: Buffer<ArrayBuffer>[]): Promise<void> {
  await tx.recoveryCode.deleteMany({ where: { userId } })
  await tx.recoveryCode.createMany({ data: hashes.map((codeHash) => ({ userId, codeHash })) })
}

/** @returns false when there is no such unused code */
export async function consumeRecoveryCode(tx: Prisma, userId: string, codeHash: Buffer<ArrayBuffer>): Promise<boolean> {
  return (await tx.recoveryCode.deleteMany({ where: { userId, codeHash } })).count === 1
}

export const countRecoveryCodes = (db: Prisma, userId: string) => db.recoveryCode.count({ where: { userId } })
