import { inBatches, perHash, shardsOfHashes } from '#lib/core/batch'
import { type Queryable, statement } from '#lib/core/db'
import { byShard, type Shard } from '#lib/core/shard'
import { isLive, isNotOver } from '#lib/grants/live'
import { openSubjectRow, type SubjectRow } from '#lib/subjects/sealed-subject'
import type { Assurance } from '#lib/users/assurance'
import type { HeldClaim } from '#lib/users/judge-release'
import { CLIENT_COLUMNS, type Client, type ClientRow, toClient } from '../client/store'
import { ACCESS_TOKEN_SECONDS, REFRESH_TOKEN_SECONDS } from '../lifetimes'
import type { StoredCode } from './judge-exchange'
import type { StoredRefreshToken } from './judge-refresh'

/** The person's sign-in as the id_token tells it; `authTime` is null when it does not. */
export type SignIn = { sub: string; authTime: Date | null; amr: string[]; sid: string | null; assurance: AskedAssurance; now: Date }

/** Levels that the request asked for, and the person's claims by which that is answered; none where nothing was asked. */
export type AskedAssurance = { asked: Assurance[]; held: HeldClaim[] }

/** A code or refresh token with all it is judged by; `held` is null when it is unknown. */
export type Found<Stored> = { client: Client; held: Held<Stored> | null }

export type Held<Stored> = { stored: Stored; grantId: string; grantedScopes: string[]; scopes: string[]; signIn: SignIn; version: Version }

/** App and grant as they were read: a row that was changed since has another version. A code or token changes by use only. */
export type Version = { shard: Shard; appId: string; app: string; grantId: string; grant: string; usedHash: Buffer }

export type NewTokens = { accessHash: Buffer; accessScopes: string[]; refresh: { hash: Buffer; scopes: string[] } | null }

type FoundRow = ClientRow &
  SubjectRow & {
    app_version: string
    shard: Shard
    grant_id: string | null
    grant_app_id: string
    grant_version: string
    granted_scopes: string[]
    used_hash: Buffer
    token_scopes: string[]
    is_used: boolean
    is_expired: boolean
    amr: string[]
    auth_time: Date | null
    sid: string | null
    asked_assurance: Assurance[]
    held_claims: string[] | null
    now: Date
  }

/** Something that is turned into tokens once. */
export type Redeemable<Stored> = {
  /** As it stands now; nothing is locked. Null when anything of it is missing. */
  read(clientId: string, hashes: Buffer[]): Promise<Found<Stored> | null>
  /** Marks it used and writes its tokens, unless anything changed since it was read or is in somebody else's hands. */
  consumeUnchanged(version: Version, tokens: NewTokens): Promise<boolean>
  /** As it stands once its app, grant and itself are locked; null for an unknown client. */
  lock(tx: Queryable, clientId: string, hashes: Buffer[]): Promise<Found<Stored> | null>
  /** Marks it used and writes its tokens, unless it expired this very moment. The caller holds the locks. */
  consume(tx: Queryable, version: Version, tokens: NewTokens): Promise<boolean>
}

/** The claims of `g`'s person that are in force, as `name level`. */
const HELD_CLAIMS = `(SELECT array_agg(v.name || ' ' || v.assurance) FROM verified_claims v
         WHERE v.shard = g.shard AND v.user_id = g.user_id AND v.contest_id IS NULL AND (v.expires_at IS NULL OR v.expires_at > clock_timestamp()))`

/** Of nothing: who asks is looked at all the same. */
const NO_HASH = Buffer.alloc(2)

/** A row's version is the transaction that wrote it; locking a row leaves it as it is. */
const versioned = (table: string) => `(SELECT *, xmin::text AS version FROM ${table})`

function redeemable<Row extends object, Stored>(source: {
  table: 'authorization_codes' | 'refresh_tokens'
  hashColumn: 'code_hash' | 'token_hash'
  /** Columns of `u`, the code or token. */
  columns: string
  toStored: (row: FoundRow & Row) => Stored
}): Redeemable<Stored> {
  const { table, hashColumn, columns, toStored } = source
  const found = `${CLIENT_COLUMNS}, a.version AS app_version, g.shard, g.id AS grant_id, g.app_id AS grant_app_id, g.version AS grant_version,
       g.granted_scopes, u.${hashColumn} AS used_hash, u.scopes AS token_scopes, u.amr, u.auth_time,
       CASE WHEN a.backchannel_logout_uri IS NOT NULL THEN u.sid END AS sid, u.asked_assurance, CASE WHEN cardinality(u.asked_assurance) > 0 THEN ${HELD_CLAIMS} END AS held_claims,
       u.used_at IS NOT NULL AS is_used, coalesce(u.expires_at <= clock_timestamp(), false) AS is_expired,
       g.user_id, s.pair_sealed, p.data_key_sealed, p.master_key_id,
       clock_timestamp() AS now, ${columns}`

  const READ = statement<FoundRow & Row & { nth: number }>(
    `read_${table}`,
    `SELECT asked.nth, ${found}
     FROM unnest($1::smallint[], $2::bytea[], $3::int[], $4::text[]) AS asked (shard, hash, nth, client_id)
     JOIN ${versioned('apps')} a ON a.client_id = asked.client_id
     JOIN ${table} u ON u.shard = asked.shard AND u.${hashColumn} = asked.hash
     JOIN ${versioned('grants')} g ON g.shard = u.shard AND g.id = u.grant_id AND ${isLive('g')}
     JOIN subjects s ON s.shard = g.shard AND s.user_id = g.user_id AND s.app_id = g.app_id
     JOIN users p ON p.shard = g.shard AND p.id = g.user_id`,
  )

  // Lock order everywhere: app, grant, code or token. One statement takes all three, each part waiting for the one
  // before, and every locked row is read as it is after the wait. The app is shared, so that rotating a secret, changing
  // scopes and deactivating wait for running exchanges and are waited for by the next.
  const LOCK = statement<FoundRow & Row>(
    `lock_${table}`,
    `WITH app AS MATERIALIZED (
       SELECT *, xmin::text AS version FROM apps WHERE client_id = $1 FOR SHARE
     ), family AS MATERIALIZED (
       SELECT *, xmin::text AS version FROM grants
       WHERE shard = $2 AND id = (SELECT grant_id FROM ${table} WHERE shard = $2 AND ${hashColumn} = ANY($3)) AND EXISTS (SELECT FROM app)
         AND ${isLive('grants')}
       FOR NO KEY UPDATE
     ), used AS MATERIALIZED (
       SELECT * FROM ${table} WHERE shard = $2 AND ${hashColumn} = ANY($3) AND EXISTS (SELECT FROM family) FOR UPDATE
     )
     SELECT ${found}
     FROM app a
     LEFT JOIN (
       family g JOIN used u ON u.grant_id = g.id
       JOIN subjects s ON s.shard = g.shard AND s.user_id = g.user_id AND s.app_id = g.app_id
       JOIN users p ON p.shard = g.shard AND p.id = g.user_id
     ) ON true`,
  )

  // The same locks in the same order, but nobody is waited for: what another one holds or has changed is passed over.
  // The same code twice is passed over the second time; a used one has no `expires_at`.
  const CONSUME = statement<{ nth: number }>(
    `consume_${table}`,
    `WITH asked AS MATERIALIZED (
       SELECT DISTINCT ON (used_hash) *
       FROM unnest($1::int[], $2::text[], $3::text[], $4::text[], $5::text[], $6::bytea[], $7::bytea[], $8::text[], $9::bytea[], $10::text[], $11::smallint[])
         AS asked (nth, app_id, app_version, grant_id, grant_version, used_hash, access_hash, access_scopes, refresh_hash, refresh_scopes, shard)
       ORDER BY used_hash, nth
     ), app AS MATERIALIZED (
       SELECT a.id FROM (SELECT DISTINCT app_id, app_version FROM asked) wanted
       JOIN apps a ON a.id = wanted.app_id AND a.xmin::text = wanted.app_version
       FOR SHARE OF a SKIP LOCKED
     ), family AS MATERIALIZED (
       SELECT g.shard, g.id FROM (SELECT DISTINCT shard, grant_id, grant_version FROM asked JOIN app ON app.id = asked.app_id) wanted
       JOIN grants g ON g.shard = wanted.shard AND g.id = wanted.grant_id AND g.xmin::text = wanted.grant_version AND ${isNotOver('g')}
       FOR NO KEY UPDATE OF g SKIP LOCKED
     ), held AS MATERIALIZED (
       SELECT asked.*, u.amr, u.auth_time, u.sid, u.asked_assurance, u.asked_verified
       FROM asked JOIN family ON family.shard = asked.shard AND family.id = asked.grant_id
       JOIN ${table} u ON u.shard = asked.shard AND u.${hashColumn} = asked.used_hash AND u.expires_at > clock_timestamp()
       FOR UPDATE OF u SKIP LOCKED
     ), used AS (
       UPDATE ${table} u SET used_at = clock_timestamp(), expires_at = NULL FROM held WHERE u.shard = held.shard AND u.${hashColumn} = held.used_hash
     ), released AS (
       UPDATE grants g SET last_release_at = clock_timestamp(), hidden_from = NULL, hidden_until = NULL FROM held WHERE g.shard = held.shard AND g.id = held.grant_id
     ), refresh AS (
       INSERT INTO refresh_tokens (shard, token_hash, grant_id, scopes, amr, auth_time, sid, asked_assurance, asked_verified, issued_at, expires_at)
       SELECT shard, refresh_hash, grant_id, string_to_array(refresh_scopes, ' '), amr, auth_time, sid, asked_assurance, asked_verified, clock_timestamp(),
              clock_timestamp() + make_interval(secs => ${REFRESH_TOKEN_SECONDS})
       FROM held WHERE refresh_hash IS NOT NULL
     ), access AS (
       INSERT INTO access_tokens (shard, token_hash, grant_id, scopes, asked_assurance, asked_verified, issued_at, expires_at)
       SELECT shard, access_hash, grant_id, string_to_array(access_scopes, ' '), asked_assurance, asked_verified, clock_timestamp(),
              clock_timestamp() + make_interval(secs => ${ACCESS_TOKEN_SECONDS})
       FROM held
     )
     SELECT nth FROM held`,
  )

  const toFound = (row: FoundRow & Row): Found<Stored> => {
    const client = toClient(row)
    if (row.grant_id === null) return { client, held: null }
    const held = {
      stored: toStored(row),
      grantId: row.grant_id,
      grantedScopes: row.granted_scopes,
      scopes: row.token_scopes,
      // Under its own app, which need not be the one that asks.
      signIn: {
        sub: openSubjectRow({ ...row, app_id: row.grant_app_id }).sub,
        authTime: row.auth_time,
        amr: row.amr,
        sid: row.sid,
        assurance: { asked: row.asked_assurance, held: (row.held_claims ?? []).map(toHeldClaim) },
        now: row.now,
      },
      version: {
        shard: row.shard,
        appId: row.app_id,
        app: row.app_version,
        grantId: row.grant_id,
        grant: row.grant_version,
        usedHash: row.used_hash,
      },
    }
    return { client, held }
  }

  const readOne = inBatches(READ, perHash<{ hashes: Buffer[]; clientId: string }>('clientId'), shardsOfHashes)
  const consumeOne = inBatches(CONSUME, consumption, ({ version }) => [version.shard])

  return {
    async read(clientId, hashes) {
      const row = hashes.length > 0 ? await readOne({ clientId, hashes }) : null
      return row ? toFound(row as FoundRow & Row) : null
    },
    consumeUnchanged: async (version, tokens) => (await consumeOne({ version, tokens })) !== undefined,
    async lock(tx, clientId, hashes) {
      // On one shard, unless there are several keys that a shard may be sealed under.
      let found: Found<Stored> | null = null
      for (const { shard, hashes: there } of byShard(hashes.length > 0 ? hashes : [NO_HASH])) {
        const [row] = await tx.query(LOCK, [clientId, shard, there])
        found = row ? toFound(row) : null
        if (found?.held) break
      }
      return found
    },
    consume: async (tx, version, tokens) => (await tx.query(CONSUME, consumption([{ version, tokens }]))).length === 1,
  }
}

function toHeldClaim(text: string): HeldClaim {
  const [name, assurance] = text.split(' ') as [string, Assurance]
  return { name, assurance, isSuspended: false }
}

/** One list for each column of `asked`. */
function consumption(asked: { version: Version; tokens: NewTokens }[]): unknown[] {
  const column = <Value>(of: (version: Version, tokens: NewTokens) => Value) => asked.map(({ version, tokens }) => of(version, tokens))
  return [
    asked.map((_, nth) => nth),
    column(({ appId }) => appId),
    column(({ app }) => app),
    column(({ grantId }) => grantId),
    column(({ grant }) => grant),
    column(({ usedHash }) => usedHash),
    column((_, { accessHash }) => accessHash),
    column((_, { accessScopes }) => accessScopes.join(' ')),
    column((_, { refresh }) => refresh?.hash ?? null),
    column((_, { refresh }) => refresh?.scopes.join(' ') ?? null),
    column(({ shard }) => shard),
  ]
}

export const authorizationCodes = redeemable<{ redirect_uri: string; code_challenge: string | null; nonce_sealed: Buffer | null }, StoredCode>({
  table: 'authorization_codes',
  hashColumn: 'code_hash',
  columns: 'u.redirect_uri, u.code_challenge, u.nonce_sealed',
  toStored: (row) => ({
    appId: row.grant_app_id,
    redirectUri: row.redirect_uri,
    codeChallenge: row.code_challenge,
    nonceSealed: row.nonce_sealed,
    scopes: row.token_scopes,
    isUsed: row.is_used,
    isExpired: row.is_expired,
  }),
})

export const refreshTokens = redeemable<object, StoredRefreshToken>({
  table: 'refresh_tokens',
  hashColumn: 'token_hash',
  columns: 'NULL AS nothing_more',
  toStored: (row) => ({ appId: row.grant_app_id, isUsed: row.is_used, isExpired: row.is_expired }),
})
