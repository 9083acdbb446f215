import { sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'

/** One statement of a test. */
export const ask = <Row extends object>(text: string, values: unknown[] = []): Promise<Row[]> =>
  sql.query(statement<Row>(`test_${randomBase62(8)}`, text), values)

/** Mails of one person that wait. */
export const queuedFor = async (userId: string): Promise<number> =>
  (await ask(`SELECT f.id FROM forwarded_mails f JOIN grants g ON g.id = f.grant_id WHERE g.user_id = $1`, [userId])).length
