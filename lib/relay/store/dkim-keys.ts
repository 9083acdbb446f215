import { sql, statement, transaction } from '#lib/core/db'

export type DkimKeyRow = { selector: string; public_key: string; private_key_sealed: Buffer; master_key_id: string }

const FIND = statement<DkimKeyRow>(
  'find_dkim_key',
  `SELECT selector, public_key, private_key_sealed, master_key_id FROM dkim_keys ORDER BY created_at DESC, selector LIMIT 1`,
)
const LOCK = statement<object>('lock_dkim_keys', `SELECT pg_advisory_xact_lock(hashtext('dkim_keys'))`)
const INSERT_FIRST = statement<object>(
  'insert_first_dkim_key',
  `INSERT INTO dkim_keys (selector, public_key, private_key_sealed, master_key_id) SELECT $1, $2, $3, $4 WHERE NOT EXISTS (SELECT FROM dkim_keys)`,
)

export async function findDkimKey(): Promise<DkimKeyRow | null> {
  return (await sql.query(FIND, []))[0] ?? null
}

/** Writes the key unless another process made the first one meanwhile. */
export const insertFirstDkimKey = (key: DkimKeyRow) =>
  transaction(async (tx) => {
    await tx.query(LOCK, [])
    await tx.query(INSERT_FIRST, [key.selector, key.public_key, key.private_key_sealed, key.master_key_id])
  })
