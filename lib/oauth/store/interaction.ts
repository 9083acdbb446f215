import { type Queryable, sql, statement } from '#lib/core/db'

/** An authorization request that waits for a person. */
export type StoredInteraction = {
  id: string
  clientId: string
  requestSealed: Buffer
  masterKeyId: string
  createdAt: Date
  chosenSessionHash: Buffer | null
}

type InteractionRow = {
  id: string
  client_id: string
  request_sealed: Buffer
  master_key_id: string
  created_at: Date
  session_hash: Buffer | null
}

const INSERT = statement<object>(
  'insert_interaction',
  `INSERT INTO interactions (id, app_id, request_sealed, master_key_id, created_at, expires_at)
   VALUES ($1, $2, $3, $4, clock_timestamp(), clock_timestamp() + make_interval(secs => $5))`,
)

const FIND = statement<InteractionRow>(
  'find_interaction',
  `SELECT i.id, a.client_id, i.request_sealed, i.master_key_id, i.created_at, i.session_hash
   FROM interactions i JOIN apps a ON a.id = i.app_id
   WHERE i.id = $1 AND i.expires_at > clock_timestamp()`,
)

const CHOOSE_SESSION = statement<object>('choose_interaction_session', `UPDATE interactions SET session_hash = $2 WHERE id = $1`)

// The first answer shortens the life of the request to the time in which a second submit of the same form may arrive.
const FINISH = statement<{ id: string }>(
  'finish_interaction',
  `UPDATE interactions SET finished_at = clock_timestamp(), expires_at = clock_timestamp() + make_interval(secs => $2)
   WHERE id = $1 AND finished_at IS NULL RETURNING id`,
)

export const insertInteraction = (row: { id: string; appId: string; requestSealed: Buffer; masterKeyId: string }, lifetimeSeconds: number) =>
  sql.query(INSERT, [row.id, row.appId, row.requestSealed, row.masterKeyId, lifetimeSeconds])

export async function findInteraction(id: string): Promise<StoredInteraction | null> {
  const [row] = await sql.query(FIND, [id])
  if (!row) return null
  return {
    id: row.id,
    clientId: row.client_id,
    requestSealed: row.request_sealed,
    masterKeyId: row.master_key_id,
    createdAt: row.created_at,
    chosenSessionHash: row.session_hash,
  }
}

/** The person chose to go on with this session. */
export const chooseSession = (id: string, sessionHash: Buffer) => sql.query(CHOOSE_SESSION, [id, sessionHash])

/** @returns whether this was the first answer */
export const finishInteraction = async (on: Queryable, id: string, resubmitSeconds: number): Promise<boolean> =>
  (await on.query(FINISH, [id, resubmitSeconds])).length === 1
