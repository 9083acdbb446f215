import { type Prisma, sql, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import type { Owner, Realm } from '../realm'
import { byRealm } from '../tables'

const INSERT_PENDING = byRealm(({ pendingLogIns, accounts, owner }, realm) =>
  statement<object>(
    `insert_pending_log_in_${realm}`,
    `INSERT INTO ${pendingLogIns} (shard, id_hash, ${owner}, amr, expires_at)
     SELECT $6::smallint, $1, a.id, $5, clock_timestamp() + make_interval(secs => $4) FROM ${accounts} a WHERE a.shard = $6 AND a.id = $2 AND a.access_version = $3 FOR SHARE OF a`,
  ),
)

const FIND_PENDING = byRealm(({ pendingLogIns, owner }, realm) =>
  statement<{ id: string }>(
    `find_pending_log_in_${realm}`,
    `SELECT ${owner} AS id FROM ${pendingLogIns} WHERE shard = $2 AND id_hash = $1 AND expires_at > clock_timestamp()`,
  ),
)

const DELETE_PENDING = byRealm(({ pendingLogIns, accounts, owner }, realm) =>
  statement<{ access_version: number; amr: string[] }>(
    `delete_pending_log_in_${realm}`,
    `DELETE FROM ${pendingLogIns} p USING ${accounts} a
     WHERE p.shard = $2 AND p.id_hash = $1 AND p.expires_at > clock_timestamp() AND a.shard = $2 AND a.id = p.${owner} RETURNING a.access_version, p.amr`,
  ),
)

/** Nothing waits when who can get in has changed since the password was found right. */
export const insertPending = (idHash: Buffer, { realm, id }: Owner, accessVersion: number, lifetimeSeconds: number, amr: string[]) =>
  sql.query(INSERT_PENDING[realm], [idHash, id, accessVersion, lifetimeSeconds, amr, shardOf(id)])

/** @returns the id of whose log-in waits */
export async function findPending(realm: Realm, idHash: Buffer): Promise<string | null> {
  return (await sql.query(FIND_PENDING[realm], [idHash, shardOfHash(idHash)]))[0]?.id ?? null
}

/** @returns the account's access version at that moment, and by what it waits; null when it was used, ended or expired meanwhile */
export async function consumePending(realm: Realm, idHash: Buffer): Promise<{ accessVersion: number; amr: string[] } | null> {
  const [row] = await sql.query(DELETE_PENDING[realm], [idHash, shardOfHash(idHash)])
  return row ? { accessVersion: row.access_version, amr: row.amr } : null
}

const FIND_TOTP = byRealm(({ totps, owner }, realm) =>
  statement<{ secret_sealed: Uint8Array; is_confirmed: boolean }>(
    `find_totp_${realm}`,
    `SELECT secret_sealed, confirmed_at IS NOT NULL AS is_confirmed FROM ${totps} WHERE shard = $2 AND ${owner} = $1`,
  ),
)

export const findTotp = async (db: Prisma, { realm, id }: Owner) => (await db.query(FIND_TOTP[realm], [id, shardOf(id)]))[0] ?? null

const REPLACE_UNCONFIRMED = byRealm(({ totps, owner }, realm) =>
  statement<object>(
    `replace_unconfirmed_totp_${realm}`,
    `INSERT INTO ${totps} AS t (shard, ${owner}, secret_sealed) VALUES ($3::smallint, $1, $2)
     ON CONFLICT (shard, ${owner}) DO UPDATE SET secret_sealed = excluded.secret_sealed, last_time_step = 0 WHERE t.confirmed_at IS NULL`,
  ),
)

/** A new secret in place of one that was never confirmed; a confirmed one stays. */
export const replaceUnconfirmedTotp = (db: Prisma, { realm, id }: Owner, secretSealed: Buffer) =>
  db.query(REPLACE_UNCONFIRMED[realm], [id, secretSealed, shardOf(id)])

const SPEND_TIME_STEP = byRealm(({ totps, owner }, realm) =>
  statement<object>(
    `spend_time_step_${realm}`,
    `UPDATE ${totps} SET last_time_step = $2 WHERE shard = $3 AND ${owner} = $1 AND last_time_step < $2 RETURNING 1`,
  ),
)

/** Marks a time step as used. @returns false when it, or a later one, was used before */
export const spendTimeStep = async (db: Prisma, { realm, id }: Owner, timeStep: number): Promise<boolean> =>
  (await db.query(SPEND_TIME_STEP[realm], [id, timeStep, shardOf(id)])).length === 1

const CONSUME_RECOVERY_CODE = byRealm(({ recoveryCodes, owner }, realm) =>
  statement<object>(
    `consume_recovery_code_${realm}`,
    `DELETE FROM ${recoveryCodes} WHERE shard = $3 AND ${owner} = $1 AND code_hash = $2 RETURNING 1`,
  ),
)

/** @returns false when there is no such unused code */
export const consumeRecoveryCode = async (tx: Prisma, { realm, id }: Owner, codeHash: Buffer<ArrayBuffer>): Promise<boolean> =>
  (await tx.query(CONSUME_RECOVERY_CODE[realm], [id, codeHash, shardOf(id)])).length === 1

const COUNT_RECOVERY_CODES = byRealm(({ recoveryCodes, owner }, realm) =>
  statement<{ count: number }>(
    `count_recovery_codes_${realm}`,
    `SELECT count(*)::int AS count FROM ${recoveryCodes} WHERE shard = $2 AND ${owner} = $1`,
  ),
)

export const countRecoveryCodes = async (db: Prisma, { realm, id }: Owner): Promise<number> =>
  (await db.query(COUNT_RECOVERY_CODES[realm], [id, shardOf(id)]))[0]?.count ?? 0

/** Whether any is of the older kind of ten letters, which only people were given. */
export const hasShortRecoveryCodes = async (db: Prisma, userId: string) =>
  (await db.recoveryCode.count({ where: { shard: shardOf(userId), userId, isShort: true } })) > 0

const COUNT_FACTORS = byRealm(({ totps, passkeys, owner }, realm) =>
  statement<{ count: number }>(
    `count_factors_${realm}`,
    `SELECT (SELECT count(*) FROM ${totps} WHERE shard = $2 AND ${owner} = $1 AND confirmed_at IS NOT NULL)::int
          + (SELECT count(*) FROM ${passkeys} WHERE shard = $2 AND ${owner} = $1)::int AS count`,
  ),
)

/** One-time codes count as one, every passkey as one. */
export const countFactors = async (db: Prisma, { realm, id }: Owner): Promise<number> =>
  (await db.query(COUNT_FACTORS[realm], [id, shardOf(id)]))[0]?.count ?? 0
