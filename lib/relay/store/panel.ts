import { sql, statement } from '#lib/core/db'
import { LIVE } from '#lib/core/environment'
import { shardOf } from '#lib/core/shard'
import { openSubjectRow, type SubjectRow } from '#lib/subjects/sealed-subject'
import { MAY_DELIVER } from './alias-rules'

export type TrafficRow = {
  app_id: string
  forwarded_count: number
  waiting: number
  held: number
  paused_at: Date | null
  stopped_at: Date | null
  last_forwarded_at: Date | null
  last_problem: string | null
  last_problem_at: Date | null
}

const TRAFFIC = statement<TrafficRow>(
  'alias_traffic_of_person',
  `SELECT t.app_id, t.forwarded_count, t.last_forwarded_at, t.last_problem, t.last_problem_at, t.paused_at, t.stopped_at, queued.waiting, queued.held
   FROM alias_traffic t CROSS JOIN LATERAL (
     SELECT count(f.next_attempt_at)::int AS waiting, count(*) FILTER (WHERE f.next_attempt_at IS NULL)::int AS held
     FROM grants g JOIN forwarded_mails f ON f.shard = g.shard AND f.grant_id = g.id WHERE g.shard = t.shard AND g.user_id = t.user_id AND g.app_id = t.app_id
   ) queued
   WHERE t.shard = $2 AND t.user_id = $1`,
)

export const findTraffic = (userId: string) => sql.query(TRAFFIC, [userId, shardOf(userId)])

export type TestMailRow = {
  id: string
  app_id: string
  queued_at: Date | null
  accepted_at: Date | null
  rewritten_at: Date | null
  delivered_at: Date | null
  problem: string | null
}

const LIVE_ALIAS = statement<SubjectRow & { app_name: string }>(
  'live_alias_of_person',
  `SELECT s.user_id, s.app_id, s.pair_sealed, u.data_key_sealed, u.master_key_id, a.name AS app_name FROM subjects s
   JOIN users u ON u.shard = s.shard AND u.id = s.user_id
   JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id JOIN apps a ON a.id = s.app_id
   WHERE s.shard = $3 AND s.user_id = $1 AND s.app_id = $2 AND u.environment = '${LIVE}' AND ${MAY_DELIVER}`,
)

/** The person's own alias at an app, if it may deliver; of a demo person none. */
export async function findOwnLiveAlias(userId: string, appId: string) {
  const [row] = await sql.query(LIVE_ALIAS, [userId, appId, shardOf(userId)])
  return row ? { appName: row.app_name, localPart: openSubjectRow(row).aliasLocalPart } : null
}

const INSERT_TEST = statement<object>(
  'insert_test_mail',
  `INSERT INTO test_mails (shard, id, user_id, app_id, expires_at) VALUES ($4, $1, $2, $3, clock_timestamp() + interval '7 days')`,
)

export const insertTestMail = (id: string, userId: string, appId: string) => sql.query(INSERT_TEST, [id, userId, appId, shardOf(userId)])

const TEST_ACCEPTED = statement<object>('test_mail_accepted', `UPDATE test_mails SET accepted_at = clock_timestamp() WHERE shard = $2 AND id = $1`)
const TEST_REFUSED = statement<object>('test_mail_refused', `UPDATE test_mails SET problem = $2 WHERE shard = $3 AND id = $1`)

export const markTestAccepted = (id: string) => sql.query(TEST_ACCEPTED, [id, shardOf(id)])
export const markTestRefused = (id: string, code: string) => sql.query(TEST_REFUSED, [id, code, shardOf(id)])

const FIND_TEST = statement<TestMailRow>(
  'find_test_mail',
  `SELECT id, app_id, queued_at, accepted_at, rewritten_at, delivered_at, problem FROM test_mails
   WHERE shard = $3 AND id = $1 AND user_id = $2 AND expires_at > clock_timestamp()`,
)

export async function findTestMail(id: string, userId: string): Promise<TestMailRow | null> {
  return (await sql.query(FIND_TEST, [id, userId, shardOf(userId)]))[0] ?? null
}
