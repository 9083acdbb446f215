import { databaseNow, sql, statement, transaction } from '#lib/core/db'

/** @property signs_from null while it waits to be published @property expires_at of one that signs no more */
export type DkimKeyRow = {
  selector: string
  public_key: string
  private_key_sealed: Buffer
  master_key_id: string
  signs_from: Date | null
  expires_at: Date | null
}

export type NewDkimKey = Pick<DkimKeyRow, 'selector' | 'public_key' | 'private_key_sealed' | 'master_key_id'>

const COLUMNS = 'selector, public_key, private_key_sealed, master_key_id, signs_from, expires_at'

const FIND_ALL = statement<DkimKeyRow>(
  'find_dkim_keys',
  `SELECT ${COLUMNS} FROM dkim_keys WHERE expires_at IS NULL OR expires_at > clock_timestamp() ORDER BY created_at, selector`,
)
const FIND_SIGNING = statement<DkimKeyRow>(
  'find_signing_dkim_key',
  `SELECT ${COLUMNS} FROM dkim_keys WHERE signs_from IS NOT NULL AND expires_at IS NULL ORDER BY signs_from DESC LIMIT 1`,
)
const LOCK = statement<object>('lock_dkim_keys', `SELECT pg_advisory_xact_lock(hashtext('dkim_keys'))`)
const INSERT_FIRST = statement<object>(
  'insert_first_dkim_key',
  `INSERT INTO dkim_keys (selector, public_key, private_key_sealed, master_key_id, created_at, signs_from)
   SELECT $1, $2, $3, $4, $5::timestamptz, $5 WHERE NOT EXISTS (SELECT FROM dkim_keys WHERE signs_from IS NOT NULL AND expires_at IS NULL)`,
)
const INSERT_NEXT = statement<object>(
  'insert_next_dkim_key',
  `INSERT INTO dkim_keys (selector, public_key, private_key_sealed, master_key_id, created_at)
   SELECT $1, $2, $3, $4, $5::timestamptz WHERE NOT EXISTS (SELECT FROM dkim_keys WHERE signs_from IS NULL) ON CONFLICT DO NOTHING`,
)
const SWITCH = statement<{ expires_at: Date }>(
  'switch_dkim_key',
  `WITH next AS (
     UPDATE dkim_keys SET signs_from = $3 WHERE selector = $1 AND signs_from IS NULL RETURNING selector
   )
   UPDATE dkim_keys k SET expires_at = $3::timestamptz + make_interval(days => $2) FROM next
   WHERE k.selector <> next.selector AND k.signs_from IS NOT NULL AND k.expires_at IS NULL RETURNING k.expires_at`,
)

/** Every key whose record is to be published, the oldest first. */
export const findDkimKeys = () => sql.query(FIND_ALL, [])

export const findSigningDkimKey = async (): Promise<DkimKeyRow | null> => (await sql.query(FIND_SIGNING, []))[0] ?? null

const insertAlone = (insert: typeof INSERT_FIRST, key: NewDkimKey) =>
  transaction(async (tx) => {
    await tx.query(LOCK, [])
    await tx.query(insert, [key.selector, key.public_key, key.private_key_sealed, key.master_key_id, await databaseNow(tx)])
  })

/** Writes the key unless another process made the first one meanwhile. */
export const insertFirstDkimKey = (key: NewDkimKey) => insertAlone(INSERT_FIRST, key)

/** Writes the key that is to follow, unless one waits already. */
export const insertNextDkimKey = (key: NewDkimKey) => insertAlone(INSERT_NEXT, key)

/** From now on this key signs. @returns until when the record of the one before is to stay; null when it signs already */
export const switchDkimKey = async (selector: string, keepDays: number): Promise<Date | null> =>
  (await sql.query(SWITCH, [selector, keepDays, await databaseNow(sql)]))[0]?.expires_at ?? null
