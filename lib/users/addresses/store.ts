import { inBatches, perHash, shardsOfHashes } from '#lib/core/batch'
import { type Queryable, spanning, sql, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'

/** So long nobody else can have an address that somebody claimed, whose account is not there yet. */
const CLAIM_SECONDS = 30
/** A line is not believed until it was looked at again after so long, which no transaction takes. */
const DOUBT_SECONDS = 60

type EntryRow = { email_index: Buffer; user_id: string; claimed_at: Date; check_at: Date | null; is_fresh: boolean }

/** A line of the list of addresses: where to look for the account, if there is one. */
export type Entry = { emailIndex: Buffer; userId: string; claimedAt: Date; checkAt: Date | null; isFresh: boolean }

const COLUMNS = `email_index, user_id, claimed_at, check_at, claimed_at > clock_timestamp() - make_interval(secs => ${CLAIM_SECONDS}) AS is_fresh`

const asEntry = (row: EntryRow): Entry => ({
  emailIndex: row.email_index,
  userId: row.user_id,
  claimedAt: row.claimed_at,
  checkAt: row.check_at,
  isFresh: row.is_fresh,
})

const FIND = statement<EntryRow & { nth: number }>(
  'find_addresses',
  `SELECT asked.nth, ${COLUMNS} FROM unnest($1::smallint[], $2::bytea[], $3::int[]) asked (shard, hash, nth)
   JOIN email_directory d ON d.shard = asked.shard AND d.email_index = asked.hash`,
)

/** Many who log in in one turn are looked up together. */
const findOne = inBatches<{ hashes: [Buffer] }, EntryRow>(FIND, perHash(), shardsOfHashes)

export const findEntry = async (emailIndex: Buffer): Promise<Entry | undefined> => {
  const row = await findOne({ hashes: [emailIndex] })
  return row && asEntry(row)
}

/** @param emailIndexes of the forms of one address */
export const findEntries = async (emailIndexes: readonly Buffer[]): Promise<Entry[]> =>
  (await Promise.all(emailIndexes.map(findEntry))).filter((entry) => entry !== undefined)

const TAKE = statement<object>(
  'take_address',
  `INSERT INTO email_directory AS d (shard, email_index, user_id, claimed_at, check_at)
   VALUES ($1, $2, $3, clock_timestamp(), clock_timestamp() + make_interval(secs => ${DOUBT_SECONDS}))
   ON CONFLICT (shard, email_index) DO UPDATE SET user_id = $3, claimed_at = EXCLUDED.claimed_at, check_at = EXCLUDED.check_at
   WHERE d.user_id = $3 OR (d.user_id = $4::text AND d.claimed_at = $5::timestamptz) RETURNING 1`,
)

/** Writes the line of an address down, or takes it from whom it was found to be nobody's. @returns false when somebody was quicker */
export const takeEntry = async (emailIndex: Buffer, userId: string, found: Entry | undefined): Promise<boolean> =>
  (await sql.query(TAKE, [shardOfHash(emailIndex), emailIndex, userId, found?.userId ?? null, found?.claimedAt ?? null])).length === 1

const DOUBT = statement<object>(
  'doubt_address',
  `UPDATE email_directory SET check_at = clock_timestamp() + make_interval(secs => ${DOUBT_SECONDS}) WHERE shard = $1 AND email_index = $2 AND user_id = $3`,
)

export const doubtEntry = (emailIndex: Buffer, userId: string) => sql.query(DOUBT, [shardOfHash(emailIndex), emailIndex, userId])

const AS_FOUND = 'email_index = $2 AND user_id = $3 AND claimed_at = $4::timestamptz AND check_at IS NOT DISTINCT FROM $5::timestamptz'

const SET_CHECK = statement<object>(
  'settle_address',
  `UPDATE email_directory SET check_at = CASE WHEN $6::timestamptz IS NULL THEN NULL
     ELSE greatest($6::timestamptz, clock_timestamp() + make_interval(secs => ${DOUBT_SECONDS})) END WHERE shard = $1 AND ${AS_FOUND}`,
)
const REMOVE = statement<{ removed: number }>('remove_address', `DELETE FROM email_directory WHERE shard = $1 AND ${AS_FOUND} RETURNING 1 AS removed`)

const asFound = ({ emailIndex, userId, claimedAt, checkAt }: Entry) => [shardOfHash(emailIndex), emailIndex, userId, claimedAt, checkAt]

/** @param checkAt when to look again; null: never */
export const setCheck = (entry: Entry, checkAt: Date | null) => sql.query(SET_CHECK, [...asFound(entry), checkAt])

/** @returns whether it was still as it was found */
export const removeEntry = async (entry: Entry): Promise<boolean> => (await sql.query(REMOVE, asFound(entry))).length === 1

const DUE = spanning<EntryRow>(
  'due_addresses',
  `SELECT ${COLUMNS} FROM email_directory WHERE check_at <= clock_timestamp() ORDER BY check_at LIMIT $1`,
)

export const findDueEntries = async (limit: number): Promise<Entry[]> => (await sql.query(DUE, [limit])).map(asEntry)

export type HolderRow = { is_theirs: boolean; is_confirmed: boolean; created_at: Date; kept_until: Date | null }

const FIND_HOLDER = statement<HolderRow>(
  'find_holder_of_address',
  `SELECT u.email_index = $3 AS is_theirs, u.email_confirmed_at IS NOT NULL AS is_confirmed, u.created_at,
          (SELECT max(a.expires_at) FROM address_undos a
           WHERE a.shard = u.shard AND a.user_id = u.id AND a.email_index = $3 AND a.expires_at > clock_timestamp()) AS kept_until
   FROM users u WHERE u.shard = $1 AND u.id = $2`,
)

/** The account that a line leads to, as far as it has to do with the address. */
export const findHolderRow = async ({ userId, emailIndex }: Pick<Entry, 'userId' | 'emailIndex'>): Promise<HolderRow | null> =>
  (await sql.query(FIND_HOLDER, [shardOf(userId), userId, emailIndex]))[0] ?? null

const FIND_INDEX = statement<{ email_index: Buffer<ArrayBuffer> }>('find_email_index', `SELECT email_index FROM users WHERE shard = $1 AND id = $2`)

export const findEmailIndex = async (db: Queryable, userId: string): Promise<Buffer<ArrayBuffer> | null> =>
  (await db.query(FIND_INDEX, [shardOf(userId), userId]))[0]?.email_index ?? null
