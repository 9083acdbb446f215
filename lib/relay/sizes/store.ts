import { sql, statement } from '#lib/core/db'
import { shardOf, shardOfHash } from '#lib/core/shard'
import { bounceShards } from '../bounce/bounce-address'
import { SIZE_DAYS } from '../limits'

const LEARN = statement<object>(
  'learn_domain_size',
  `INSERT INTO domain_sizes AS d (shard, domain_hash, max_bytes, expires_at) VALUES ($3, $1, $2, clock_timestamp() + interval '${SIZE_DAYS} days')
   ON CONFLICT (shard, domain_hash) DO UPDATE SET max_bytes = least(d.max_bytes, EXCLUDED.max_bytes), expires_at = EXCLUDED.expires_at`,
)

export const setDomainSize = (domainHash: Buffer, maxBytes: number) => sql.query(LEARN, [domainHash, maxBytes, shardOfHash(domainHash)])

const FIND = statement<{ max_bytes: number }>(
  'find_domain_size',
  `SELECT max_bytes FROM domain_sizes WHERE shard = $2 AND domain_hash = $1 AND expires_at > clock_timestamp()`,
)

export const findDomainSize = async (domainHash: Buffer): Promise<number | null> =>
  (await sql.query(FIND, [domainHash, shardOfHash(domainHash)]))[0]?.max_bytes ?? null

/** Whose address a mail goes to, sealed. */
export type SealedReader = { user_id: string; email_sealed: Buffer; data_key_sealed: Buffer; user_key_id: string }

const READER = 'u.id AS user_id, u.email_sealed, u.data_key_sealed, u.master_key_id AS user_key_id'

const FIND_BY_GRANT = statement<SealedReader>(
  'find_reader_of_grant',
  `SELECT ${READER} FROM grants g JOIN users u ON u.shard = g.shard AND u.id = g.user_id WHERE g.shard = $2 AND g.id = $1`,
)

export const findReader = async (grantId: string): Promise<SealedReader | null> =>
  (await sql.query(FIND_BY_GRANT, [grantId, shardOf(grantId)]))[0] ?? null

const FIND_BY_BOUNCE = statement<SealedReader & { large_bytes: number }>(
  'find_reader_of_bounce',
  `SELECT ${READER}, t.large_bytes FROM alias_traffic t JOIN users u ON u.shard = t.shard AND u.id = t.user_id
   WHERE t.shard = ANY($2::smallint[]) AND t.bounce_id = $1 AND t.large_bytes IS NOT NULL`,
)

/** Whose alias a bounce is of, and how large the last large mail to it was. */
export const findBouncedReader = async (bounceId: string) => (await sql.query(FIND_BY_BOUNCE, [bounceId, bounceShards(bounceId)]))[0] ?? null
