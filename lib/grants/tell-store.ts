import { type Queryable, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import type { SubjectRow } from '#lib/subjects/sealed-subject'
import { isNotOver } from './live'

type Row = SubjectRow & {
  company_id: string
  app_scopes: string[]
  grant_id: string | null
  granted_scopes: string[] | null
  /** When the company is told that the consent is back, where it still has to be. */
  hidden_until: Date | null
}

const FIND = statement<Row>(
  'find_what_to_tell',
  `SELECT s.user_id, s.app_id, s.pair_sealed, u.data_key_sealed, u.master_key_id, a.company_id, a.scopes AS app_scopes,
     g.id AS grant_id, g.granted_scopes, CASE WHEN g.hidden_until > clock_timestamp() THEN g.hidden_until END AS hidden_until
   FROM subjects s JOIN users u ON u.shard = s.shard AND u.id = s.user_id JOIN apps a ON a.id = s.app_id
   LEFT JOIN grants g ON g.shard = s.shard AND g.user_id = s.user_id AND g.app_id = s.app_id AND ${isNotOver('g')}
   WHERE s.shard = $3 AND s.user_id = $1 AND s.app_id = $2`,
)

/** Who a person is to an app's company, and how things stand there. */
export const findToTell = async (tx: Queryable, userId: string, appId: string) => (await tx.query(FIND, [userId, appId, shardOf(userId)]))[0] ?? null

const DROP_SIGNALS = statement<object>(
  'drop_untold_signals',
  `DELETE FROM outgoing_signals WHERE shard = $2 AND grant_id = $1 AND due_at > clock_timestamp()`,
)

/** What its company was to hear of this consent at a moment of its own, and now never will. */
export const dropUntoldSignals = (tx: Queryable, grantId: string) => tx.query(DROP_SIGNALS, [grantId, shardOf(grantId)])
