import { inBatches } from '#lib/core/batch'
import { type Queryable, spanning, sql, statement } from '#lib/core/db'
import { type Shard, shardOf, shardOfHash, standIn, twinOf } from '#lib/core/shard'
import type { Owner, Realm } from '../realm'
import { byRealm } from '../tables'

/** So long nobody else can have an address that somebody claimed, whose account is not there yet. */
const CLAIM_SECONDS = 30
/** A line is not believed until it was looked at again after so long, which no transaction takes. */
const DOUBT_SECONDS = 60

type EntryRow = { email_index: Buffer; id: string; claimed_at: Date; check_at: Date | null; is_fresh: boolean }

/** A line of the list of addresses: where to look for the account, if there is one. */
export type Entry = Owner & { emailIndex: Buffer; claimedAt: Date; checkAt: Date | null; isFresh: boolean }

const columns = (owner: string) =>
  `email_index, ${owner} AS id, claimed_at, check_at, claimed_at > clock_timestamp() - make_interval(secs => ${CLAIM_SECONDS}) AS is_fresh`

const asEntry = (realm: Realm, row: EntryRow): Entry => ({
  realm,
  id: row.id,
  emailIndex: row.email_index,
  claimedAt: row.claimed_at,
  checkAt: row.check_at,
  isFresh: row.is_fresh,
})

const FIND = byRealm(({ addresses, owner }, realm) =>
  statement<EntryRow & { nth: number }>(
    `find_addresses_${realm}`,
    `SELECT asked.nth, ${columns(owner)} FROM unnest($1::smallint[], $2::bytea[], $3::int[]) asked (shard, hash, nth)
     JOIN ${addresses} d ON d.shard = asked.shard AND d.email_index = asked.hash`,
  ),
)

type Asked = { emailIndex: Buffer; shard: Shard }

/** Many who log in in one turn are looked up together. */
const findOne = byRealm((_, realm) =>
  inBatches<Asked, EntryRow>(
    FIND[realm],
    (asked) => [asked.map(({ shard }) => shard), asked.map(({ emailIndex }) => emailIndex), asked.map((_, nth) => nth)],
    ({ shard }) => [shard],
  ),
)

const find = async (realm: Realm, emailIndexes: readonly Buffer[], placeOf: (home: Shard) => Shard): Promise<Entry[]> => {
  const rows = await Promise.all(emailIndexes.map((emailIndex) => findOne[realm]({ emailIndex, shard: placeOf(shardOfHash(emailIndex)) })))
  return rows.flatMap((row) => (row ? [asEntry(realm, row)] : []))
}

/** The line of an address, for whoever claims or settles it. */
export const findEntry = async (realm: Realm, emailIndex: Buffer): Promise<Entry | undefined> => (await findEntries(realm, [emailIndex]))[0]

/** @param emailIndexes of the forms of one address */
export const findEntries = (realm: Realm, emailIndexes: readonly Buffer[]): Promise<Entry[]> => find(realm, emailIndexes, (home) => home)

/** The same for whoever only looks for the account: while the primary of a line does not answer, its second one. */
export const findReachableEntries = (realm: Realm, emailIndexes: readonly Buffer[]): Promise<Entry[]> => find(realm, emailIndexes, standIn)

const TAKE = byRealm(({ addresses, owner }, realm) =>
  statement<object>(
    `take_address_${realm}`,
    `INSERT INTO ${addresses} AS d (shard, email_index, ${owner}, claimed_at, check_at)
     VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp() + make_interval(secs => ${DOUBT_SECONDS}))
     ON CONFLICT (shard, email_index) DO UPDATE SET ${owner} = $3, claimed_at = EXCLUDED.claimed_at, check_at = EXCLUDED.check_at
     WHERE d.${owner} = $3 OR (d.${owner} = $4::text AND d.claimed_at = $5::timestamptz) RETURNING 1`,
  ),
)

/** Writes the line of an address down, or takes it from whom it was found to be nobody's. @returns false when somebody was quicker */
export const takeEntry = async ({ realm, id }: Owner, emailIndex: Buffer, found: Entry | undefined): Promise<boolean> =>
  (await sql.query(TAKE[realm], [shardOfHash(emailIndex), emailIndex, id, found?.id ?? null, found?.claimedAt ?? null])).length === 1

const DOUBT = byRealm(({ addresses, owner }, realm) =>
  statement<object>(
    `doubt_address_${realm}`,
    `UPDATE ${addresses} SET check_at = clock_timestamp() + make_interval(secs => ${DOUBT_SECONDS}) WHERE shard = $1 AND email_index = $2 AND ${owner} = $3`,
  ),
)

export const doubtEntry = ({ realm, id }: Owner, emailIndex: Buffer) => sql.query(DOUBT[realm], [shardOfHash(emailIndex), emailIndex, id])

const asItWas = (owner: string) =>
  `email_index = $2 AND ${owner} = $3 AND claimed_at = $4::timestamptz AND check_at IS NOT DISTINCT FROM $5::timestamptz`

const SET_CHECK = byRealm(({ addresses, owner }, realm) =>
  statement<object>(
    `settle_address_${realm}`,
    `UPDATE ${addresses} SET check_at = CASE WHEN $6::timestamptz IS NULL THEN NULL
       ELSE greatest($6::timestamptz, clock_timestamp() + make_interval(secs => ${DOUBT_SECONDS})) END WHERE shard = $1 AND ${asItWas(owner)}`,
  ),
)
const REMOVE = byRealm(({ addresses, owner }, realm) =>
  statement<{ removed: number }>(`remove_address_${realm}`, `DELETE FROM ${addresses} WHERE shard = $1 AND ${asItWas(owner)} RETURNING 1 AS removed`),
)

const asFound = ({ emailIndex, id, claimedAt, checkAt }: Entry) => [shardOfHash(emailIndex), emailIndex, id, claimedAt, checkAt]

/** @param checkAt when to look again; null: never */
export const setCheck = (entry: Entry, checkAt: Date | null) => sql.query(SET_CHECK[entry.realm], [...asFound(entry), checkAt])

const placeOfSecond = (emailIndex: Buffer): Shard => twinOf(shardOfHash(emailIndex))

const WRITE_SECOND = byRealm(({ addresses, owner }, realm) =>
  statement<object>(
    `write_second_address_${realm}`,
    `INSERT INTO ${addresses} (shard, email_index, ${owner}, claimed_at) VALUES ($1, $2, $3, $4)
     ON CONFLICT (shard, email_index) DO UPDATE SET ${owner} = EXCLUDED.${owner}, claimed_at = EXCLUDED.claimed_at`,
  ),
)
// Whoever's it is: somebody may have taken the address over and never confirmed it.
const REMOVE_SECOND = byRealm(({ addresses }, realm) =>
  statement<object>(`remove_second_address_${realm}`, `DELETE FROM ${addresses} WHERE shard = $1 AND email_index = $2`),
)

/** Writes the line of a confirmed address a second time, half way round the shards. */
export const writeSecond = ({ realm, id, emailIndex, claimedAt }: Entry) =>
  sql.query(WRITE_SECOND[realm], [placeOfSecond(emailIndex), emailIndex, id, claimedAt])

/** The second line goes first, so that none is left behind. @returns whether it was still as it was found */
export async function removeEntry(entry: Entry): Promise<boolean> {
  await sql.query(REMOVE_SECOND[entry.realm], [placeOfSecond(entry.emailIndex), entry.emailIndex])
  return (await sql.query(REMOVE[entry.realm], asFound(entry))).length === 1
}

const DUE = byRealm(({ addresses, owner }, realm) =>
  spanning<EntryRow>(
    `due_addresses_${realm}`,
    `SELECT ${columns(owner)} FROM ${addresses} WHERE check_at <= clock_timestamp() ORDER BY check_at LIMIT $1`,
  ),
)

export const findDueEntries = async (realm: Realm, limit: number): Promise<Entry[]> =>
  (await sql.query(DUE[realm], [limit])).map((row) => asEntry(realm, row))

export type HolderRow = { is_theirs: boolean; is_confirmed: boolean; created_at: Date; kept_until: Date | null }

// People alone change their address, and may come back to the one they left.
const KEPT_UNTIL: Record<Realm, string> = {
  person: `(SELECT max(u.expires_at) FROM address_undos u
            WHERE u.shard = a.shard AND u.user_id = a.id AND u.email_index = $3 AND u.expires_at > clock_timestamp())`,
  staff: 'NULL::timestamptz',
}

const FIND_HOLDER = byRealm(({ accounts }, realm) =>
  statement<HolderRow>(
    `find_holder_of_address_${realm}`,
    `SELECT a.email_index = $3 AS is_theirs, a.email_confirmed_at IS NOT NULL AS is_confirmed, a.created_at, ${KEPT_UNTIL[realm]} AS kept_until
     FROM ${accounts} a WHERE a.shard = $1 AND a.id = $2`,
  ),
)

/** The account that a line leads to, as far as it has to do with the address. */
export const findHolderRow = async ({ realm, id, emailIndex }: Pick<Entry, 'realm' | 'id' | 'emailIndex'>): Promise<HolderRow | null> =>
  (await sql.query(FIND_HOLDER[realm], [shardOf(id), id, emailIndex]))[0] ?? null

const FIND_INDEX = byRealm(({ accounts }, realm) =>
  statement<{ email_index: Buffer<ArrayBuffer> }>(`find_email_index_${realm}`, `SELECT email_index FROM ${accounts} WHERE shard = $1 AND id = $2`),
)

export const findEmailIndex = async (db: Queryable, { realm, id }: Owner): Promise<Buffer<ArrayBuffer> | null> =>
  (await db.query(FIND_INDEX[realm], [shardOf(id), id]))[0]?.email_index ?? null
