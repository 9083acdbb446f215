import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { type Prisma, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import type { Owner } from '../realm'
import { byRealm } from '../tables'

declare const held: unique symbol

/**
 * A transaction in which who can get into an account is changed. Only `changeAccess` makes one, so whatever takes it
 * ends everything that was open before. Every write to a password, an address, a passkey, one-time codes or recovery
 * codes of an account that is in use takes it and stands in this file.
 */
export type AccessChange = Prisma & { readonly [held]: true }

const HOLD = byRealm(({ accounts }, realm) =>
  statement<object>(`hold_account_${realm}`, `SELECT 1 FROM ${accounts} WHERE shard = $2 AND id = $1 FOR NO KEY UPDATE`),
)

/** Held until the transaction ends: links, log-ins and sessions that begin at this moment wait. @returns whether it is there */
export const holdForChange = async (tx: Prisma, { realm, id }: Owner): Promise<boolean> =>
  (await tx.query(HOLD[realm], [id, shardOf(id)])).length === 1

const LIVE = byRealm(({ sessions, owner }, realm) =>
  statement<object>(
    `live_session_${realm}`,
    `SELECT 1 FROM ${sessions} WHERE shard = $3 AND id_hash = $1 AND ${owner} = $2 AND expires_at > clock_timestamp()`,
  ),
)

export const isLiveSession = async (tx: Prisma, { realm, id }: Owner, idHash: Buffer): Promise<boolean> =>
  (await tx.query(LIVE[realm], [idHash, id, shardOf(id)])).length === 1

/** What was open and is not any more. */
export type EndedAccess = { sessions: number; logIns: number; links: number }

/** The tables of what was begun on the strength of how one could get in until now. */
export const ENDING = ['links', 'pendingLogIns', 'challenges', 'sessions'] as const

const COUNT_UP = byRealm(({ accounts }, realm) =>
  statement<object>(`count_access_version_${realm}`, `UPDATE ${accounts} SET access_version = access_version + 1 WHERE shard = $2 AND id = $1`),
)

const END = byRealm(
  (tables) =>
    Object.fromEntries(
      ENDING.map((what) => {
        const kept = what === 'sessions' ? 'AND id_hash IS DISTINCT FROM $2' : ''
        const { [what]: table, owner } = tables
        return [
          what,
          statement<object>(
            `end_${table}`,
            `DELETE FROM ${table} WHERE shard = ${what === 'sessions' ? '$3' : '$2'} AND ${owner} = $1 ${kept} RETURNING 1`,
          ),
        ]
      }),
    ) as Record<(typeof ENDING)[number], ReturnType<typeof statement<object>>>,
)

/** Ends everything that was open; only the session `except` stays. */
export async function endAccess(change: AccessChange, { realm, id }: Owner, except: Buffer<ArrayBuffer> | null): Promise<EndedAccess> {
  const end = async (what: 'links' | 'pendingLogIns') => (await change.query(END[realm][what], [id, shardOf(id)])).length
  await change.query(COUNT_UP[realm], [id, shardOf(id)])
  const [links, logIns] = [await end('links'), await end('pendingLogIns')]
  await change.query(END[realm].challenges, [id, shardOf(id)])
  const sessions = await change.query(END[realm].sessions, [id, except ?? Buffer.alloc(0), shardOf(id)])
  return { sessions: sessions.length, logIns, links }
}

const SET_PASSWORD = byRealm(({ accounts }, realm) =>
  statement<object>(`set_password_${realm}`, `UPDATE ${accounts} SET password_hash = $2 WHERE shard = $3 AND id = $1`),
)

export const setPasswordHash = (change: AccessChange, { realm, id }: Owner, passwordHash: string) =>
  change.query(SET_PASSWORD[realm], [id, passwordHash, shardOf(id)])

/** Another address of a person, which was claimed for them. */
export const setEmail = (change: AccessChange, { id, emailIndex, requireFresh }: ClaimedAddress<'person'>, emailSealed: Buffer<ArrayBuffer>) => {
  requireFresh()
  return change.user.update({ where: { shard_id: { shard: shardOf(id), id } }, data: { emailIndex, emailSealed }, select: { id: true } })
}

const CONFIRM_TOTP = byRealm(({ totps, owner }, realm) =>
  statement<object>(
    `confirm_totp_${realm}`,
    `UPDATE ${totps} SET confirmed_at = clock_timestamp() WHERE shard = $2 AND ${owner} = $1 AND confirmed_at IS NULL RETURNING 1`,
  ),
)

export const markTotpConfirmed = async (change: AccessChange, { realm, id }: Owner): Promise<boolean> =>
  (await change.query(CONFIRM_TOTP[realm], [id, shardOf(id)])).length === 1

const DELETE_TOTP = byRealm(({ totps, owner }, realm) =>
  statement<object>(`delete_totp_${realm}`, `DELETE FROM ${totps} WHERE shard = $2 AND ${owner} = $1 RETURNING 1`),
)
const DELETE_RECOVERY_CODES = byRealm(({ recoveryCodes, owner }, realm) =>
  statement<object>(`delete_recovery_codes_${realm}`, `DELETE FROM ${recoveryCodes} WHERE shard = $2 AND ${owner} = $1`),
)

/** One-time codes, and the recovery codes that stand in for them. @returns whether there were any */
export async function deleteTotp(change: AccessChange, { realm, id }: Owner): Promise<boolean> {
  await change.query(DELETE_RECOVERY_CODES[realm], [id, shardOf(id)])
  return (await change.query(DELETE_TOTP[realm], [id, shardOf(id)])).length === 1
}

const INSERT_RECOVERY_CODES = byRealm(({ recoveryCodes, owner }, realm) =>
  statement<object>(
    `insert_recovery_codes_${realm}`,
    `INSERT INTO ${recoveryCodes} (shard, ${owner}, code_hash) SELECT $3::smallint, $1, decode(code, 'hex') FROM unnest($2::text[]) code`,
  ),
)

export async function replaceRecoveryCodes(change: AccessChange, { realm, id }: Owner, hashes: Buffer<ArrayBuffer>[]): Promise<void> {
  await change.query(DELETE_RECOVERY_CODES[realm], [id, shardOf(id)])
  const codes = hashes.map((hash) => hash.toString('hex'))
  await change.query(INSERT_RECOVERY_CODES[realm], [id, codes, shardOf(id)])
}

/** Removes a person's passkeys and one-time codes that were added after a moment, or up to so many hours before it. */
export async function deleteFactorsSince(change: AccessChange, userId: string, moment: Date, hoursBefore: number): Promise<void> {
  const shard = shardOf(userId)
  const since = new Date(moment.getTime() - hoursBefore * 3600_000)
  await change.passkey.deleteMany({ where: { shard, userId, createdAt: { gte: since } } })
  const { count } = await change.totp.deleteMany({ where: { shard, userId, OR: [{ confirmedAt: null }, { confirmedAt: { gte: since } }] } })
  if (count > 0) await change.recoveryCode.deleteMany({ where: { shard, userId } })
}

export type NewPasskey = {
  credentialId: string
  publicKey: Uint8Array<ArrayBuffer>
  counter: number
  transports: string[]
  device: string | null
}

const INSERT_PASSKEY = byRealm(({ passkeys, owner }, realm) =>
  statement<object>(
    `insert_passkey_${realm}`,
    `INSERT INTO ${passkeys} (shard, credential_id, ${owner}, public_key, counter, transports, device, created_at)
     VALUES ($7::smallint, $1, $2, $3, $4::bigint, $5::text[], $6::text, clock_timestamp())`,
  ),
)

export const insertPasskey = (change: AccessChange, { realm, id }: Owner, { credentialId, publicKey, counter, transports, device }: NewPasskey) =>
  change.query(INSERT_PASSKEY[realm], [credentialId, id, Buffer.from(publicKey), counter, transports, device, shardOf(id)])

const DELETE_PASSKEY = byRealm(({ passkeys, owner }, realm) =>
  statement<object>(`delete_passkey_${realm}`, `DELETE FROM ${passkeys} WHERE shard = $3 AND ${owner} = $1 AND credential_id = $2 RETURNING 1`),
)

export const deletePasskey = async (change: AccessChange, { realm, id }: Owner, credentialId: string): Promise<boolean> =>
  (await change.query(DELETE_PASSKEY[realm], [id, credentialId, shardOf(id)])).length === 1

const DELETE_PASSKEYS = byRealm(({ passkeys, owner }, realm) =>
  statement<object>(`delete_passkeys_${realm}`, `DELETE FROM ${passkeys} WHERE shard = $2 AND ${owner} = $1 RETURNING 1`),
)

/** Every second factor there is. @returns whether there was any */
export async function deleteFactors(change: AccessChange, owner: Owner): Promise<boolean> {
  const passkeys = await change.query(DELETE_PASSKEYS[owner.realm], [owner.id, shardOf(owner.id)])
  return (await deleteTotp(change, owner)) || passkeys.length > 0
}
