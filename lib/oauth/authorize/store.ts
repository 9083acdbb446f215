import { isOpen } from '#lib/apps/open'
import { inBatches } from '#lib/core/batch'
import { type Queryable, statement } from '#lib/core/db'
import { newShard, type Shard, shardOf, shardOfHash } from '#lib/core/shard'
import { isLive } from '#lib/grants/live'
import { CLIENT_COLUMNS, type Client, type ClientRow, toClient } from '../client/store'
import type { LogInTime } from './auth-time-for'
import type { RememberedConsent } from './judge-authorization'

export type SignedInSession = LogInTime & { hash: Buffer; userId: string; amr: string[]; subIndex: Buffer | null }

/** Everything an authorization request is judged by, as it stands at this moment. */
export type AuthorizationContext = {
  client: Client
  /** Of a person of the app's own environment: to an app any other is nobody. */
  session: SignedInSession | null
  grant: (RememberedConsent & { id: string }) | null
}

type ContextRow = ClientRow & {
  nth: number
  session_hash: Buffer
  user_id: string | null
  auth_time: Date
  auth_age_seconds: number
  auth_time_seed: Buffer
  amr: string[]
  sub_index: Buffer | null
  grant_id: string | null
  granted_scopes: string[]
  declined_scopes: string[]
  evidence_granted: boolean | null
}

const READ_CONTEXT = statement<ContextRow>(
  'read_authorization_context',
  `SELECT asked.nth::int - 1 AS nth, ${CLIENT_COLUMNS}, se.id_hash AS session_hash, se.user_id, se.auth_time,
          coalesce(se.auth_time_seed, se.id_hash) AS auth_time_seed, se.amr, su.sub_index,
          extract(epoch FROM clock_timestamp() - se.auth_time)::float8 AS auth_age_seconds,
          g.id AS grant_id, g.granted_scopes, g.declined_scopes, g.evidence_granted
   FROM unnest($1::text[], $2::bytea[], $3::smallint[]) WITH ORDINALITY AS asked (client_id, session_hash, shard, nth)
   JOIN apps a ON a.client_id = asked.client_id
   LEFT JOIN user_sessions se ON se.shard = asked.shard AND se.id_hash = asked.session_hash AND se.expires_at > clock_timestamp()
     AND se.environment = a.environment
   LEFT JOIN subjects su ON su.shard = se.shard AND su.user_id = se.user_id AND su.app_id = a.id
   LEFT JOIN grants g ON g.shard = se.shard AND g.user_id = se.user_id AND g.app_id = a.id AND ${isLive('g')}`,
)

/** @property shard of the session; of whoever has none any: what is asked of their app every primary knows */
type Visit = { clientId: string; sessionHash: Buffer | null; shard: Shard }

const readContext = inBatches(
  READ_CONTEXT,
  (visits: Visit[]) => [visits.map(({ clientId }) => clientId), visits.map(({ sessionHash }) => sessionHash), visits.map(({ shard }) => shard)],
  ({ shard }) => [shard],
)

export async function readAuthorizationContext(clientId: string, sessionHash: Buffer | null): Promise<AuthorizationContext | null> {
  const row = await readContext({ clientId, sessionHash, shard: sessionHash ? shardOfHash(sessionHash) : newShard() })
  if (!row) return null
  return {
    client: toClient(row),
    session:
      row.user_id === null
        ? null
        : {
            hash: row.session_hash,
            userId: row.user_id,
            authTime: row.auth_time,
            authAgeSeconds: row.auth_age_seconds,
            authTimeSeed: row.auth_time_seed,
            amr: row.amr,
            subIndex: row.sub_index,
          },
    grant:
      row.grant_id === null
        ? null
        : {
            id: row.grant_id,
            grantedScopes: row.granted_scopes,
            declinedScopes: row.declined_scopes,
            isEvidenceGranted: row.evidence_granted,
          },
  }
}

export type NewCode = {
  hash: Buffer
  grantId: string
  sessionHash: Buffer
  redirectUri: string
  codeChallenge: string | undefined
  nonceSealed: Buffer | null
  /** What the id_token will say; null when it says nothing. */
  authTime: Date | null
  amr: string[]
  /** Of `acr_values`. */
  askedAssurance: string[]
  /** Of `claims`, as `writeAskedVerified` has it; null for nothing. */
  askedVerified: string | null
  requestedScopes: string[]
  lifetimeSeconds: number
  /** What the session is called at this app from now on, if it has no name there yet and the app wants one. */
  newSid: string
}

// The grant, the app and the session are looked at once more while the code is written: a code never outlives them.
// Its scopes are cut to what the grant holds at this moment. What is counted of a sign-in is written here, and by a trigger for every rarer act.
const INSERT_CODE = statement<{ grant_id: string }>(
  'insert_authorization_code',
  `WITH basis AS (
     SELECT g.shard, g.id, g.user_id, g.app_id, se.device, a.backchannel_logout_uri IS NOT NULL AS wants_sid,
            ARRAY(SELECT s FROM unnest($7::text[]) WITH ORDINALITY r(s, n) WHERE s = ANY(g.granted_scopes) ORDER BY n) AS scopes
     FROM grants g
     JOIN apps a ON a.id = g.app_id AND ${isOpen('a')}
     JOIN user_sessions se ON se.shard = g.shard AND se.id_hash = $3 AND se.user_id = g.user_id AND se.expires_at > clock_timestamp()
     WHERE g.shard = $15 AND g.id = $2 AND ${isLive('g')}
   ), signed_in AS (
     INSERT INTO activity_events (shard, user_id, app_id, action, detail)
     SELECT shard, user_id, app_id, 'app.signed_in', jsonb_strip_nulls(jsonb_build_object('device', device)) FROM basis WHERE NOT $11
   ), counted AS (
     INSERT INTO activity_waiting (shard, app_id, action, day)
     SELECT shard, app_id, 'app.signed_in', (now() AT TIME ZONE 'UTC')::date FROM basis WHERE NOT $11
   ), session AS (
     SELECT se.id_hash FROM basis JOIN user_sessions se ON se.shard = basis.shard AND se.id_hash = $3 WHERE basis.wants_sid FOR KEY SHARE OF se
   ), visit AS (
     INSERT INTO session_visits AS v (shard, user_id, session_hash, app_id, sid)
     SELECT basis.shard, basis.user_id, session.id_hash, basis.app_id, $13 FROM basis, session
     ON CONFLICT (shard, user_id, session_hash, app_id) DO UPDATE SET sid = v.sid RETURNING sid
   )
   INSERT INTO authorization_codes (shard, code_hash, grant_id, redirect_uri, code_challenge, nonce_sealed, scopes, amr, auth_time, asked_assurance, sid, expires_at, asked_verified)
   SELECT shard, $1, id, $4, $5, $6, scopes, $9, $10, $12, (SELECT sid FROM visit), clock_timestamp() + make_interval(secs => $8), $14 FROM basis
   RETURNING grant_id`,
)

/**
 * @param isRepeated the same answer once more: the person's history has it already
 * @returns false when consent, app or session ended meanwhile
 */
export async function insertCode(on: Queryable, code: NewCode, { isRepeated = false } = {}): Promise<boolean> {
  const rows = await on.query(INSERT_CODE, [
    code.hash,
    code.grantId,
    code.sessionHash,
    code.redirectUri,
    code.codeChallenge ?? null,
    code.nonceSealed,
    code.requestedScopes,
    code.lifetimeSeconds,
    code.amr,
    code.authTime,
    isRepeated,
    code.askedAssurance,
    code.newSid,
    code.askedVerified,
    shardOf(code.grantId),
  ])
  return rows.length === 1
}
