import { type Prisma, spanning, sql, statement } from '#lib/core/db'
import { type Shard, shardOf } from '#lib/core/shard'
import type { Owner, Realm } from '../realm'
import { byRealm } from '../tables'

const INSERT_CHALLENGE = byRealm(({ challenges, owner }, realm) =>
  statement<object>(
    `insert_passkey_challenge_${realm}`,
    `INSERT INTO ${challenges} (shard, challenge_hash, ${owner}, expires_at)
     VALUES ($4::smallint, $1, $2, clock_timestamp() + make_interval(secs => $3))`,
  ),
)

const CONSUME_CHALLENGE = byRealm(({ challenges, owner }, realm) =>
  statement<object>(
    `consume_passkey_challenge_${realm}`,
    `DELETE FROM ${challenges} WHERE shard = $3 AND challenge_hash = $1 AND ${owner} IS NOT DISTINCT FROM $2 AND expires_at > clock_timestamp() RETURNING 1`,
  ),
)

/** @param shard where it will be looked for */
export const insertChallenge = (realm: Realm, shard: Shard, hash: Buffer, id: string | null, lifetimeSeconds: number) =>
  sql.query(INSERT_CHALLENGE[realm], [hash, id, lifetimeSeconds, shard])

/** A challenge is good once, for the purpose it was made for. */
export const consumeChallenge = async (realm: Realm, shard: Shard, hash: Buffer, id: string | null): Promise<boolean> =>
  (await sql.query(CONSUME_CHALLENGE[realm], [hash, id, shard])).length === 1

export type OwnPasskey = { credential_id: string; device: string | null; created_at: Date; last_used_at: Date | null }

const FIND_OWN = byRealm(({ passkeys, owner }, realm) =>
  statement<OwnPasskey>(
    `find_own_passkeys_${realm}`,
    `SELECT credential_id, device, created_at, last_used_at FROM ${passkeys} WHERE shard = $2 AND ${owner} = $1 ORDER BY created_at`,
  ),
)

/** The account's passkeys, the oldest first. */
export const findPasskeys = async (db: Prisma, { realm, id }: Owner) =>
  (await db.query(FIND_OWN[realm], [id, shardOf(id)])).map((row) => ({
    credentialId: row.credential_id,
    device: row.device,
    createdAt: row.created_at,
    lastUsedAt: row.last_used_at,
  }))

type UsedPasskey = { credential_id: string; id: string; public_key: Uint8Array<ArrayBuffer>; counter: string; access_version: number }

const FIND = byRealm(({ passkeys, accounts, owner }, realm) =>
  statement<UsedPasskey>(
    `find_passkey_${realm}`,
    `SELECT p.credential_id, a.id, p.public_key, p.counter, a.access_version FROM ${passkeys} p JOIN ${accounts} a ON a.shard = $3 AND a.id = p.${owner}
     WHERE p.shard = $3 AND p.credential_id = $1 AND a.email_confirmed_at IS NOT NULL AND a.id = $2`,
  ),
)

// Only passkeys from before ids said a shard have such an owner: of one that was made since, nobody is found.
const FIND_FORMER = spanning<UsedPasskey>(
  'find_former_passkey',
  `SELECT p.credential_id, a.id, p.public_key, p.counter, a.access_version
   FROM staff_members a JOIN staff_passkeys p ON p.shard = a.shard AND p.staff_id = a.id
   WHERE a.former_id = $2 AND p.credential_id = $1 AND a.email_confirmed_at IS NOT NULL`,
)

/**
 * A passkey of a confirmed account.
 * @param handle whose the browser says that it is, which a passkey that is found without a name always says. @see WebAuthn Level 3 §7.2 step 6
 */
export const findPasskey = async (db: Prisma, realm: Realm, credentialId: string, handle: string | null): Promise<UsedPasskey | null> => {
  if (handle === null) return null
  const [found] = await db.query(FIND[realm], [credentialId, handle, shardOf(handle)])
  if (found || realm === 'person') return found ?? null
  return (await db.query(FIND_FORMER, [credentialId, handle]))[0] ?? null
}

// A demo person's passkey is meant to be copied, so its counter never tells of a copy. @see WebAuthn Level 3 §6.1.1
const counterOf: Record<Realm, string> = {
  person: `CASE WHEN EXISTS (SELECT 1 FROM users u WHERE u.shard = passkeys.shard AND u.id = passkeys.user_id AND u.environment = 'live') THEN $2::bigint ELSE 0 END`,
  staff: '$2::bigint',
}

const MARK_USED = byRealm(({ passkeys }, realm) =>
  statement<object>(
    `mark_passkey_used_${realm}`,
    `UPDATE ${passkeys} SET counter = ${counterOf[realm]}, last_used_at = clock_timestamp() WHERE shard = $3 AND credential_id = $1`,
  ),
)

export const markPasskeyUsed = (db: Prisma, owner: Owner, credentialId: string, counter: number) =>
  db.query(MARK_USED[owner.realm], [credentialId, counter, shardOf(owner.id)])
