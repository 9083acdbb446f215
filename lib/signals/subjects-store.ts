import { type Queryable, sql, statement } from '#lib/core/db'

// A `sub` that is none of the company's apps' is found nowhere, and nobody is told so.
const OWN = `SELECT s.user_id, s.app_id FROM apps a JOIN subjects s ON s.app_id = a.id AND s.sub_index = $3 WHERE a.company_id = $2`

const REMOVE = statement<object>(
  'remove_signal_subject',
  `INSERT INTO signal_removed_subjects (webhook_id, user_id, app_id) SELECT $1, user_id, app_id FROM (${OWN}) own ON CONFLICT DO NOTHING`,
)

const ADD = statement<object>('add_signal_subject', `DELETE FROM signal_removed_subjects WHERE webhook_id = $1 AND (user_id, app_id) IN (${OWN})`)

/** From now on a stream tells nothing of this person at this app. */
export const removeOwnSubject = (tx: Queryable, streamId: string, companyId: string, subIndex: Buffer) =>
  tx.query(REMOVE, [streamId, companyId, subIndex])

/** From now on it does again. */
export const addOwnSubject = (tx: Queryable, streamId: string, companyId: string, subIndex: Buffer) => tx.query(ADD, [streamId, companyId, subIndex])

const IS_REMOVED = statement<object>(
  'is_signal_subject_removed',
  `SELECT 1 FROM signal_removed_subjects r JOIN subjects s USING (user_id, app_id) WHERE r.webhook_id = $1 AND s.sub_index = $2`,
)

export const isSubjectRemoved = async (streamId: string, subIndex: Buffer) => (await sql.query(IS_REMOVED, [streamId, subIndex])).length > 0
