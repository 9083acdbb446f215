import { sql, statement } from '#lib/core/db'
import { shardOf } from '#lib/core/shard'
import type { Assurance } from '#lib/users/assurance'

type OriginRow = { name: string; verified_at: Date; assurance: Assurance; issuer_sealed: Buffer | null; earlier_sealed: Buffer | null }

const FIND_ORIGINS = statement<OriginRow>(
  'find_claim_origins',
  `SELECT name, verified_at, assurance::text, issuer_sealed, earlier_sealed FROM verified_claims
   WHERE shard = $2 AND user_id = $1 AND contest_id IS NULL AND (expires_at IS NULL OR expires_at > clock_timestamp()) ORDER BY name`,
)

/** Where a person's claims in force come from: in an order that says nothing of which came last. */
export const findOrigins = async (userId: string) =>
  (await sql.query(FIND_ORIGINS, [userId, shardOf(userId)])).map(({ name, verified_at, assurance, issuer_sealed, earlier_sealed }) => ({
    name,
    verifiedAt: verified_at,
    assurance,
    issuerSealed: issuer_sealed,
    earlierSealed: earlier_sealed,
  }))
