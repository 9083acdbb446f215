import { spanning, sql, statement } from '#lib/core/db'

/** What is sealed under a master key: where, and by which column its row is named. */
export type SealedTable = {
  table: string
  key: string
  columns: readonly string[]
  /** The table that it was sealed for, where rows go as they are. */
  sealedFor?: string
  /** Every primary has the same rows. */
  isAlike?: true
}

export const SEALED: readonly SealedTable[] = [
  { table: 'users', key: 'id', columns: ['data_key_sealed'] },
  { table: 'staff_members', key: 'id', columns: ['email_sealed', 'data_key_sealed'] },
  { table: 'staff_invites', key: 'id', columns: ['email_sealed'] },
  { table: 'signing_keys', key: 'kid', columns: ['private_jwk_sealed'], isAlike: true },
  { table: 'dkim_keys', key: 'selector', columns: ['private_key_sealed'], isAlike: true },
  { table: 'outgoing_mails', key: 'id', columns: ['content_sealed'] },
  { table: 'interactions', key: 'id', columns: ['request_sealed'] },
  { table: 'verification_sessions', key: 'id', columns: ['state_sealed'] },
  { table: 'verification_keys', key: 'session_id', columns: ['key_sealed'] },
  { table: 'outgoing_events', key: 'id', columns: ['data_sealed'], sealedFor: 'events' },
  { table: 'events', key: 'id', columns: ['data_sealed'] },
  { table: 'test_secrets', key: 'app_id', columns: ['secret_sealed'], isAlike: true },
  { table: 'webhooks', key: 'id', columns: ['secret_sealed', 'previous_secret_sealed'] },
]

/** Tables that name a master key and are left alone, and why an old key is not missed there. */
export const LEFT_ALONE: Record<string, string> = {
  pushed_requests: 'gone after a minute',
  playground_runs: 'gone after ten minutes',
  wallet_requests: 'gone after ten minutes',
  webhook_attempts: 'gone after thirty days: keep the old key that long, or the answers of that time cannot be shown',
  outgoing_signals: 'told within a day, and gone thirty days after: keep the old key that long, or signals of that time cannot be shown',
  webhook_deliveries: 'gone after thirty days: keep the old key that long, or signals of that time cannot be shown',
  idempotent_answers: 'gone after a day: keep the old key that long',
  forwarded_messages: 'mostly gone after a second, held ones after sixteen days at the latest: keep the old key that long',
}

export type SealedRow = { key: string; sealed: (Buffer | null)[]; master_key_id: string }

const BATCH = 500

// Along the primary key, so that a row that cannot be opened is met once and not for ever.
const statements = ({ table, key, columns, isAlike }: SealedTable) => ({
  next: (isAlike ? statement : spanning)<SealedRow>(
    `next_sealed_${table}`,
    `SELECT ${key} AS key, ARRAY[${columns.join(', ')}] AS sealed, master_key_id FROM ${table}
     WHERE ${key} > $1 AND master_key_id <> $2 ORDER BY ${key} LIMIT ${BATCH}`,
  ),
  replace: (isAlike ? statement : spanning)<{ key: string }>(
    `rewrap_${table}`,
    `UPDATE ${table} SET ${columns.map((column, index) => `${column} = ($3::bytea[])[${index + 1}]`).join(', ')}, master_key_id = $4
     WHERE ${key} = $1 AND ARRAY[${columns.join(', ')}] IS NOT DISTINCT FROM $2::bytea[] RETURNING ${key} AS key`,
  ),
})

const STATEMENTS = new Map(SEALED.map((place) => [place, statements(place)]))

const of = (place: SealedTable) => STATEMENTS.get(place) as ReturnType<typeof statements>

/** The next rows after one that are not under the current key. */
export const findSealedUnderOthers = (place: SealedTable, after: string, currentId: string) => sql.query(of(place).next, [after, currentId])

/** @returns false when somebody else changed the row meanwhile */
export const replaceSealed = async (place: SealedTable, row: SealedRow, sealed: (Buffer | null)[], masterKeyId: string) =>
  (await sql.query(of(place).replace, [row.key, row.sealed, sealed, masterKeyId])).length === 1

const PEPPERS_IN_USE = statement<{ pepper_id: string; secrets: number }>(
  'peppers_in_use',
  `SELECT pepper_id, count(*)::int AS secrets FROM (
     SELECT pepper_id FROM api_keys WHERE invalidated_at IS NULL
     UNION ALL SELECT secret_pepper_id FROM apps WHERE secret_pepper_id IS NOT NULL
   ) AS used GROUP BY pepper_id ORDER BY pepper_id`,
)

/** Under which peppers lasting secrets (API keys, client secrets) are kept. */
export const findPeppersInUse = () => sql.query(PEPPERS_IN_USE, [])

const ANY_PERSON = statement<{
  shard: number
  id: string
  email_index: Buffer
  email_sealed: Buffer
  data_key_sealed: Buffer
  master_key_id: string
}>('any_person', `SELECT shard, id, email_index, email_sealed, data_key_sealed, master_key_id FROM users ORDER BY id LIMIT 1`)

export const findAnyPerson = async () => (await sql.query(ANY_PERSON, []))[0] ?? null
