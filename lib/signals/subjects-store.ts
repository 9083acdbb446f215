import { type Queryable, sql, statement } from '#lib/core/db'
import { shardsIn } from '#lib/core/shard'
import { subIndex } from '#lib/subjects/sealed-subject'

// A `sub` that is none of the company's apps' is found nowhere, and nobody is told so.
const REMOVE = statement<object>(
  'remove_signal_subject',
  `INSERT INTO signal_removed_subjects (shard, webhook_id, user_id, app_id)
   SELECT s.shard, $1, s.user_id, s.app_id FROM subjects s JOIN apps a ON a.id = s.app_id
   WHERE s.shard = ANY($4::smallint[]) AND s.sub_index = $3 AND a.company_id = $2 ON CONFLICT DO NOTHING`,
)

const ADD = statement<object>(
  'add_signal_subject',
  `DELETE FROM signal_removed_subjects r USING subjects s
   WHERE r.shard = ANY($4::smallint[]) AND r.webhook_id = $1 AND s.shard = r.shard AND s.user_id = r.user_id AND s.app_id = r.app_id AND s.sub_index = $3
     AND EXISTS (SELECT FROM apps a WHERE a.id = s.app_id AND a.company_id = $2)`,
)

/** From now on a stream tells nothing of this person at this app. */
export const removeOwnSubject = (tx: Queryable, streamId: string, companyId: string, sub: string) =>
  tx.query(REMOVE, [streamId, companyId, subIndex(sub), shardsIn('sub', sub)])

/** From now on it does again. */
export const addOwnSubject = (tx: Queryable, streamId: string, companyId: string, sub: string) =>
  tx.query(ADD, [streamId, companyId, subIndex(sub), shardsIn('sub', sub)])

const IS_REMOVED = statement<object>(
  'is_signal_subject_removed',
  `SELECT 1 FROM signal_removed_subjects r JOIN subjects s ON s.shard = r.shard AND s.user_id = r.user_id AND s.app_id = r.app_id
   WHERE r.shard = ANY($3::smallint[]) AND r.webhook_id = $1 AND s.sub_index = $2`,
)

export const isSubjectRemoved = async (streamId: string, sub: string) =>
  (await sql.query(IS_REMOVED, [streamId, subIndex(sub), shardsIn('sub', sub)])).length > 0

const FORGET = statement<object>('forget_removed_subjects', `DELETE FROM signal_removed_subjects WHERE webhook_id = $1`)

/** The stream is gone: nobody asks any more. */
export const forgetRemovedSubjects = (streamId: string) => sql.query(FORGET, [streamId])
