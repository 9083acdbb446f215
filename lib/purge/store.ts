import { spanning, sql } from '#lib/core/db'

/** Rows that one statement removes at most, so that it is short and holds few locks. */
export const BATCH = 1000

/** Tables whose rows are worth nothing once `expires_at` has passed. Rows without one live as long as what they hang on. */
export const EXPIRING = [
  'access_tokens',
  'ended_secrets',
  'authorization_codes',
  'refresh_tokens',
  'interactions',
  'pushed_requests',
  'user_sessions',
  'staff_sessions',
  'login_throttles',
  'mail_links',
  'address_undos',
  'staff_tokens',
  'staff_invites',
  'pending_log_ins',
  'staff_pending_log_ins',
  'passkey_challenges',
  'staff_passkey_challenges',
  'idempotent_answers',
  'playground_runs',
  'outgoing_mails',
  'forwarded_messages',
  'test_mails',
  'role_mails',
  'dkim_keys',
  'mail_outcomes',
  'reverse_addresses',
  'replies',
  'domain_sizes',
  'alias_senders',
  'document_recoveries',
  'verification_handoffs',
  'wallet_requests',
  'events',
  'webhook_deliveries',
  'fetched_lists',
  'request_lines',
  'request_counts',
  'request_days',
  'activity_counts',
  'company_activity',
  'status_days',
] as const

/** Seconds for which a rate counter still counts. @see the function `admit_api_request` */
const COUNTED_SECONDS = 61

// The oldest first, along the index; what somebody holds at this moment is left for the next turn.
const bite = (table: string, condition: string, order: string, { returning = '1', afterwards = '' } = {}) =>
  spanning<{ removed: number }>(
    `purge_${table}`,
    `WITH gone AS (
       DELETE FROM ${table} WHERE ctid = ANY(ARRAY(
         SELECT ctid FROM ${table} WHERE ${condition} ORDER BY ${order} LIMIT ${BATCH} FOR UPDATE SKIP LOCKED)) RETURNING ${returning}
     )${afterwards}
     SELECT count(*)::int AS removed FROM gone`,
  )

// Up to which event each log is gone, so that whoever read so far can go on. All that do this take logs in the same order.
const REMEMBER_PURGED = `, furthest AS (
       SELECT DISTINCT ON (company_id) shard, company_id, id, position FROM gone ORDER BY company_id, position DESC
     ), held AS (
       SELECT l.shard, l.company_id FROM event_logs l JOIN furthest USING (shard, company_id) ORDER BY l.company_id FOR NO KEY UPDATE OF l
     ), remembered AS (
       UPDATE event_logs l SET purged_id = f.id, purged_position = f.position FROM held JOIN furthest f USING (shard, company_id)
       WHERE l.shard = held.shard AND l.company_id = held.company_id AND f.position > coalesce(l.purged_position, 0)
     )`

/** What a table's rows leave behind. */
const LEFT: Partial<Record<(typeof EXPIRING)[number], { returning: string; afterwards: string }>> = {
  events: { returning: 'shard, company_id, id, position', afterwards: REMEMBER_PURGED },
}

const PURGES = [
  ...EXPIRING.map((table) => ({ table, remove: bite(table, 'expires_at <= (SELECT clock_timestamp())', 'expires_at', LEFT[table]) })),
  {
    table: 'rate_counters',
    remove: bite('rate_counters', `last_second < (SELECT extract(epoch FROM clock_timestamp())::bigint - ${COUNTED_SECONDS})`, 'last_second'),
  },
]

export type Purge = { table: string; removeBatch: () => Promise<number> }

/** For every table the statement that takes one batch of what is over. */
export const purges: readonly Purge[] = PURGES.map(({ table, remove }) => ({
  table,
  // Each database counts what it removed.
  removeBatch: async () => (await sql.query(remove, [])).reduce((sum, { removed }) => sum + removed, 0),
}))
