import { sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'

const WHOSE = statement<{ name: string }>(
  'find_whose_test',
  `SELECT c.name FROM users u JOIN companies c ON c.id = u.environment WHERE u.shard = $2 AND u.id = $1`,
)

/** The name of the company that invented this person to try its apps; null for somebody real. */
export const readWhoseTest = async (userId: string): Promise<string | null> => (await sql.query(WHOSE, [userId, shardOf(userId)]))[0]?.name ?? null
