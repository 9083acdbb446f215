import { isOpen } from '#lib/apps/open'
import { inBatches, perHash, shardsOfHashes } from '#lib/core/batch'
import { statement } from '#lib/core/db'
import { isLive } from '#lib/grants/live'
import type { SubjectRow } from '#lib/subjects/sealed-subject'
import type { Assurance } from '#lib/users/assurance'
import type { HeldClaim } from '#lib/users/judge-release'
import type { SealedClaim, SealedPerson } from '#lib/users/person'

type UserinfoRow = SubjectRow & {
  nth: number
  token_scopes: string[]
  granted_scopes: string[]
  app_scopes: string[]
  profile_sealed: Buffer
  email_sealed: Buffer
  claim_names: string[]
  claim_values: Buffer[]
  claim_levels: Assurance[]
  claim_suspended: boolean[]
  asked_assurance: Assurance[]
  asked_verified: string | null
  evidence_granted: boolean | null
  now: Date
}

// One statement, on the primary, at every call: a withdrawal or a deactivation holds for the next request.
const READ_USERINFO = statement<UserinfoRow>(
  'read_userinfo',
  `SELECT asked.nth, u.id AS user_id, s.app_id, s.pair_sealed, t.scopes AS token_scopes, t.asked_assurance, t.asked_verified, g.evidence_granted, g.granted_scopes, a.scopes AS app_scopes,
          u.profile_sealed, u.email_sealed, u.data_key_sealed, u.master_key_id, clock_timestamp() AS now,
          coalesce(v.names, '{}') AS claim_names, coalesce(v.vals, '{}') AS claim_values,
          coalesce(v.levels, '{}') AS claim_levels, coalesce(v.suspended, '{}') AS claim_suspended
   FROM unnest($1::smallint[], $2::bytea[], $3::int[]) AS asked (shard, token_hash, nth)
   JOIN access_tokens t ON t.shard = asked.shard AND t.token_hash = asked.token_hash AND t.expires_at > clock_timestamp()
   JOIN grants g ON g.shard = t.shard AND g.id = t.grant_id AND ${isLive('g')}
   JOIN apps a ON a.id = g.app_id AND ${isOpen('a')}
   JOIN subjects s ON s.shard = g.shard AND s.user_id = g.user_id AND s.app_id = g.app_id
   JOIN users u ON u.shard = g.shard AND u.id = g.user_id
   LEFT JOIN LATERAL (
     SELECT array_agg(name ORDER BY name) AS names, array_agg(value_sealed ORDER BY name) AS vals,
       array_agg(assurance::text ORDER BY name) AS levels, array_agg(contest_id IS NOT NULL ORDER BY name) AS suspended
     FROM verified_claims WHERE shard = u.shard AND user_id = u.id AND (expires_at IS NULL OR expires_at > clock_timestamp())
   ) v ON true`,
)

const readUserinfo = inBatches(READ_USERINFO, perHash<{ hashes: Buffer[] }>(), shardsOfHashes)

export type UserinfoRecord = {
  /** Of this person at the app of the token, sealed under the person's key. */
  pair: { appId: string; sealed: Buffer }
  person: SealedPerson & { verifiedClaims: (SealedClaim & HeldClaim)[] }
  /** Levels that the request asked for. */
  askedAssurance: Assurance[]
  /** What the request asked of `verified_claims`. */
  askedVerified: string | null
  /** Whether the person lets the app know how claims were verified. */
  isEvidenceGranted: boolean
  tokenScopes: string[]
  grantedScopes: string[]
  appScopes: string[]
  now: Date
}

/** What a live access token opens; null for an unknown, expired or withdrawn one. */
export async function readByAccessToken(hashes: Buffer[]): Promise<UserinfoRecord | null> {
  const row = await readUserinfo({ hashes })
  if (!row) return null
  return {
    pair: { appId: row.app_id, sealed: row.pair_sealed },
    person: {
      id: row.user_id,
      profileSealed: row.profile_sealed,
      emailSealed: row.email_sealed,
      dataKeySealed: row.data_key_sealed,
      masterKeyId: row.master_key_id,
      verifiedClaims: row.claim_names.map((name, index) => ({
        name,
        valueSealed: row.claim_values[index] as Buffer,
        assurance: row.claim_levels[index] as Assurance,
        isSuspended: row.claim_suspended[index] as boolean,
      })),
    },
    askedAssurance: row.asked_assurance,
    askedVerified: row.asked_verified,
    isEvidenceGranted: row.evidence_granted === true,
    tokenScopes: row.token_scopes,
    grantedScopes: row.granted_scopes,
    appScopes: row.app_scopes,
    now: row.now,
  }
}
