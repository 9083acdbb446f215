import { type Prisma, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import type { AccessChange } from '../credentials/store'
import type { Owner } from '../realm'
import { byRealm } from '../tables'

export type OpenSession = {
  id_hash: Uint8Array
  since: Date
  last_seen_at: Date
  device: string | null
  amr: string[]
  zone: string | null
  network_hash: Uint8Array | null
}

// Where a session is, is told people alone.
const FIND = byRealm(({ sessions, owner, since }, realm) =>
  statement<OpenSession>(
    `find_sessions_${realm}`,
    `SELECT id_hash, ${since} AS since, last_seen_at, device, amr,
       ${realm === 'person' ? 'zone, network_hash' : 'NULL::text AS zone, NULL::bytea AS network_hash'} FROM ${sessions}
     WHERE shard = $2 AND ${owner} = $1 AND expires_at > clock_timestamp() ORDER BY last_seen_at DESC`,
  ),
)

/** Live sessions, the latest visit first. */
export const findSessions = (db: Prisma, { realm, id }: Owner) => db.query(FIND[realm], [id, shardOf(id)])

const DELETE = byRealm(({ sessions, owner }, realm) =>
  statement<object>(`delete_own_session_${realm}`, `DELETE FROM ${sessions} WHERE shard = $3 AND ${owner} = $1 AND id_hash = $2 RETURNING 1`),
)

export const deleteSession = async (tx: Prisma, { realm, id }: Owner, idHash: Buffer): Promise<boolean> =>
  (await tx.query(DELETE[realm], [id, idHash, shardOf(id)])).length === 1

// What a company's rule about second factors asks is known of its own staff only: a person's `amr` is that of the log-in.
const ADD_PROOF = ', amr = s.amr || ARRAY(SELECT unnest($5::text[]) EXCEPT SELECT unnest(s.amr))'

const MARK = byRealm(({ sessions, accounts, owner }, realm) =>
  statement<object>(
    `mark_session_proven_${realm}`,
    `UPDATE ${sessions} s SET proven_at = clock_timestamp() ${realm === 'staff' ? ADD_PROOF : ''}
     FROM ${accounts} a
     WHERE s.shard = $4 AND s.id_hash = $1 AND s.${owner} = $2 AND s.expires_at > clock_timestamp() AND a.shard = $4 AND a.id = s.${owner} AND a.access_version = $3 RETURNING 1`,
  ),
)

/**
 * Whoever sits there proved who they are, under this version of who can get in.
 * @param amr by what, beyond the password
 * @returns false when the session or that version is over
 */
export async function markProven(db: Prisma, { realm, id }: Owner, idHash: Buffer, accessVersion: number, amr: string[]): Promise<boolean> {
  const values = [idHash, id, accessVersion, shardOf(id), ...(realm === 'staff' ? [amr] : [])]
  return (await db.query(MARK[realm], values)).length === 1
}

const ADD_AMR = statement<object>(
  'add_staff_session_amr',
  `UPDATE staff_sessions SET amr = amr || ARRAY(SELECT unnest($2::text[]) EXCEPT SELECT unnest(amr)) WHERE shard = $3 AND id_hash = $1`,
)

/** The session in which a factor was made has used it. */
export const addFactorUsed = async (change: AccessChange, { realm }: Owner, idHash: Buffer, amr: string[]): Promise<void> => {
  if (realm === 'staff') await change.query(ADD_AMR, [idHash, amr, shardOfHash(idHash)])
}

const REMEMBER = byRealm(({ browsers, owner }, realm) =>
  statement<object>(
    `remember_browser_${realm}`,
    `INSERT INTO ${browsers} AS b (shard, ${owner}, device_hash) VALUES ($3::smallint, $1, $2)
     ON CONFLICT (shard, ${owner}, device_hash) DO UPDATE SET has_logged_in = true WHERE NOT b.has_logged_in RETURNING 1`,
  ),
)

/** Remembers a browser that logged in. @returns whether it did before */
export const rememberBrowser = async (tx: Prisma, { realm, id }: Owner, browserHash: Buffer<ArrayBuffer>): Promise<boolean> =>
  (await tx.query(REMEMBER[realm], [id, browserHash, shardOf(id)])).length === 0

const EXPECT = byRealm(({ browsers, owner }, realm) =>
  statement<object>(
    `expect_browser_${realm}`,
    `INSERT INTO ${browsers} (shard, ${owner}, device_hash, has_logged_in) VALUES ($3::smallint, $1, $2, false) ON CONFLICT DO NOTHING`,
  ),
)

/** Remembers a browser whose owner proved to have the account's mailbox. */
export const expectBrowser = (tx: Prisma, { realm, id }: Owner, browserHash: Buffer<ArrayBuffer>) =>
  tx.query(EXPECT[realm], [id, browserHash, shardOf(id)])

const KNOWN = byRealm(({ browsers, owner }, realm) =>
  statement<object>(`is_known_browser_${realm}`, `SELECT 1 FROM ${browsers} WHERE shard = $3 AND ${owner} = $1 AND device_hash = $2`),
)

export const isKnownBrowser = async (db: Prisma, { realm, id }: Owner, browserHash: Buffer): Promise<boolean> =>
  (await db.query(KNOWN[realm], [id, browserHash, shardOf(id)])).length === 1
