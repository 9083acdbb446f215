import { sql, statement } from '#lib/core/db'

export type Subject = { sub: string; aliasLocalPart: string }

type Row = { sub: string; alias_local_part: string }

const FIND = statement<Row>('find_subject', `SELECT sub, alias_local_part FROM subjects WHERE user_id = $1 AND app_id = $2`)

const INSERT = statement<object>(
  'insert_subject',
  `INSERT INTO subjects (user_id, app_id, sub, alias_local_part) VALUES ($1, $2, $3, $4) ON CONFLICT (user_id, app_id) DO NOTHING`,
)

export async function findSubject(userId: string, appId: string): Promise<Subject | null> {
  const [row] = await sql.query(FIND, [userId, appId])
  return row ? { sub: row.sub, aliasLocalPart: row.alias_local_part } : null
}

/** Keeps the pair that was there first when two requests come at once. */
export const insertSubject = (userId: string, appId: string, subject: Subject) =>
  sql.query(INSERT, [userId, appId, subject.sub, subject.aliasLocalPart])
