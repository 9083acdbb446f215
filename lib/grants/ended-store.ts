import { sql, statement } from '#lib/core/db'

/** How codes and tokens end before their time. */
export type EndedBy = 'withdrawn' | 'replayed' | 'revoked' | 'narrowed' | 'superseded'

// As long as the longest-lived of them could have been used; whoever asks later learns that it is unknown.
const REMEMBERED = `clock_timestamp() + interval '30 days'`

/**
 * Part of a statement that ends secrets: it remembers their hashes, so that a later refusal can be told from that of a
 * secret that never was. Nothing is added to what succeeds.
 * @param gone a part with `secret_hash`, what is ended
 */
export const remember = (gone: string, by: EndedBy) =>
  `remembered AS (INSERT INTO ended_secrets (secret_hash, cause, expires_at)
     SELECT secret_hash, '${by}', ${REMEMBERED} FROM ${gone} ON CONFLICT (secret_hash) DO NOTHING)`

/** The same for whole grants. @param gone a part with `id`, the grants that are deleted */
export const rememberFamily = (gone: string, by: EndedBy) =>
  `family AS (
     SELECT held.secret_hash FROM ${gone}, LATERAL (
       SELECT code_hash AS secret_hash FROM authorization_codes WHERE grant_id = ${gone}.id
       UNION ALL SELECT token_hash FROM access_tokens WHERE grant_id = ${gone}.id
       UNION ALL SELECT token_hash FROM refresh_tokens WHERE grant_id = ${gone}.id) held
   ), ${remember('family', by)}`

const FIND = statement<{ cause: EndedBy }>('find_ended_secret', `SELECT cause FROM ended_secrets WHERE secret_hash = ANY($1)`)

/** @returns null when it was not ended, or so long ago that nobody remembers */
export const findEnding = async (hashes: Buffer[]): Promise<EndedBy | null> => (await sql.query(FIND, [hashes]))[0]?.cause ?? null
