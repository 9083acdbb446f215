import type { JWK } from 'jose'
import { databaseNow, sql, statement, transaction } from '#lib/core/db'

export type SigningKeyRow = { kid: string; privateJwkSealed: Buffer; masterKeyId: string }

export type NewSigningKey = { kid: string; alg: string; publicJwk: JWK; privateJwkSealed: Buffer; masterKeyId: string }

const FIND_CURRENT = statement<{ kid: string; private_jwk_sealed: Buffer; master_key_id: string }>(
  'find_signing_key',
  `SELECT kid, private_jwk_sealed, master_key_id FROM signing_keys
   WHERE alg = $1 AND signs_from <= clock_timestamp() AND (signs_until IS NULL OR signs_until > clock_timestamp())
   ORDER BY signs_from DESC, kid LIMIT 1`,
)

const FIND_PUBLISHED = statement<{ public_jwk: JWK }>(
  'find_published_keys',
  `SELECT public_jwk FROM signing_keys WHERE published_until IS NULL OR published_until > clock_timestamp() ORDER BY signs_from, kid`,
)

const FIND_ALL = statement<{ public_jwk: JWK }>('find_every_public_key', `SELECT public_jwk FROM signing_keys`)

const LOCK_KEYS = statement<object>('lock_signing_keys', `SELECT pg_advisory_xact_lock(hashtext('signing_keys'))`)

const INSERT_FIRST = statement<object>(
  'insert_first_signing_key',
  `INSERT INTO signing_keys (kid, alg, public_jwk, private_jwk_sealed, master_key_id, created_at, signs_from)
   SELECT $1, $2, $3, $4, $5, $6::timestamptz, $6 WHERE NOT EXISTS (SELECT FROM signing_keys WHERE alg = $2)`,
)

const FIND_WAITING = statement<{ kid: string; signs_from: Date }>(
  'find_waiting_signing_key',
  `SELECT kid, signs_from FROM signing_keys WHERE alg = $1 AND signs_from > clock_timestamp()`,
)

// The old key ends in the moment the new one begins. The private half of one that ended long ago is destroyed: nothing
// needs it, and the public half still tells an old token of ours.
const INSERT_NEXT = statement<{ signs_from: Date }>(
  'insert_next_signing_key',
  `WITH at AS (
     SELECT $8::timestamptz AS now, $8::timestamptz + make_interval(secs => $6) AS turn
   ), ending AS (
     UPDATE signing_keys SET signs_until = turn, published_until = turn + make_interval(secs => $7) FROM at WHERE alg = $2 AND signs_until IS NULL
   ), destroyed AS (
     UPDATE signing_keys SET private_jwk_sealed = '' WHERE published_until < $8
   )
   INSERT INTO signing_keys (kid, alg, public_jwk, private_jwk_sealed, master_key_id, created_at, signs_from)
   SELECT $1, $2, $3, $4, $5, now, turn FROM at RETURNING signs_from`,
)

export async function findSigningKey(alg: string): Promise<SigningKeyRow | null> {
  const [row] = await sql.query(FIND_CURRENT, [alg])
  return row ? { kid: row.kid, privateJwkSealed: row.private_jwk_sealed, masterKeyId: row.master_key_id } : null
}

export async function findPublishedKeys(): Promise<JWK[]> {
  return (await sql.query(FIND_PUBLISHED, [])).map((row) => row.public_jwk)
}

export async function findEveryPublicKey(): Promise<JWK[]> {
  return (await sql.query(FIND_ALL, [])).map((row) => row.public_jwk)
}

/** Writes the key unless another process made the first one meanwhile. */
export const insertFirstKey = (key: NewSigningKey) =>
  transaction(async (tx) => {
    await tx.query(LOCK_KEYS, [])
    await tx.query(INSERT_FIRST, [key.kid, key.alg, JSON.stringify(key.publicJwk), key.privateJwkSealed, key.masterKeyId, await databaseNow(tx)])
  })

export type Rotation = { kind: 'planned' | 'waiting'; kid: string; signsFrom: Date }

/** Plans the key to follow the current one, unless one is waiting already. */
export const insertNextKey = (key: NewSigningKey, aheadSeconds: number, afterSeconds: number): Promise<Rotation> =>
  transaction(async (tx) => {
    await tx.query(LOCK_KEYS, [])
    const [waiting] = await tx.query(FIND_WAITING, [key.alg])
    if (waiting) return { kind: 'waiting', kid: waiting.kid, signsFrom: waiting.signs_from }
    const values = [key.kid, key.alg, JSON.stringify(key.publicJwk), key.privateJwkSealed, key.masterKeyId, aheadSeconds, afterSeconds]
    const [next] = await tx.query(INSERT_NEXT, [...values, await databaseNow(tx)])
    if (!next) throw new Error('the next signing key was not written')
    return { kind: 'planned', kid: key.kid, signsFrom: next.signs_from }
  })
