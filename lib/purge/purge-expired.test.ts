import { afterAll, describe, expect, it } from 'vitest'
import { apartFromTransaction, closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { newId, randomBase62 } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { aCode, aGrant } from '../../e2e/fixtures/grants'
import { purgeExpired } from './purge-expired'
import { EXPIRING } from './store'

afterAll(closeDatabase)

const FOREVER = new AbortController().signal
const ask = <Row extends object>(text: string, values: unknown[] = []) => sql.query(statement<Row>(`test_${randomBase62(8)}`, text), values)
const purge = () => purgeExpired(FOREVER)

/** Tables with an `expires_at` that are none of the purge's business, and why. */
const KEPT: Record<string, string> = {
  api_keys: 'a key that ran out is refused, and stays in the list of its company',
  forwarded_mails: 'given up by a job of its own, which tells the person',
  verified_claims: 'shown to the person as run out; a new verification takes its place',
  verification_sessions: 'their verdicts are kept for twelve months',
}

describe('the tables', () => {
  it('have an index that begins with every foreign key', async () => {
    const missing = await ask<{ name: string }>(
      `SELECT c.conrelid::regclass || ' ' || c.conname AS name FROM pg_constraint c
       WHERE c.contype = 'f' AND c.connamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT FROM pg_index i, LATERAL (
           SELECT array_agg(k) AS columns FROM unnest(c.conkey) k JOIN pg_attribute a ON a.attrelid = c.conrelid AND a.attnum = k WHERE a.attname <> 'shard'
         ) beside
         WHERE i.indrelid = c.conrelid AND i.indpred IS NULL
           AND ((i.indkey::int2[])[0:cardinality(c.conkey) - 1] @> c.conkey OR (i.indkey::int2[])[0:cardinality(beside.columns) - 1] @> beside.columns))`,
    )
    expect(missing).toEqual([])
  })

  it('have an index that begins with every expires_at', async () => {
    const missing = await ask<{ name: string }>(
      `SELECT a.attrelid::regclass::text AS name FROM pg_attribute a JOIN pg_class t ON t.oid = a.attrelid AND t.relkind = 'r'
       WHERE a.attname = 'expires_at' AND t.relnamespace = 'public'::regnamespace AND NOT EXISTS (
         SELECT FROM pg_index i WHERE i.indrelid = a.attrelid AND i.indpred IS NULL AND (i.indkey::int2[])[0] = a.attnum)`,
    )
    expect(missing).toEqual([])
  })

  it('are all purged when their rows expire, or kept for a reason', async () => {
    const all = await ask<{ name: string }>(
      `SELECT table_name::text AS name FROM information_schema.columns WHERE column_name = 'expires_at' AND table_schema = 'public'`,
    )
    expect(all.map(({ name }) => name).sort()).toEqual([...EXPIRING, ...Object.keys(KEPT)].sort())
  })
})

describe('the purge', () => {
  it('takes what expired and leaves what has not', async () => {
    const [over, live] = [randomBase62(20), randomBase62(20)].map((text) => Buffer.from(text))
    await ask(
      `INSERT INTO login_throttles (shard, subject_hash, failures, expires_at)
       VALUES (1, $1, 1, clock_timestamp() - interval '1 millisecond'), (1, $2, 1, clock_timestamp() + interval '1 minute')`,
      [over, live],
    )
    await purge()
    expect(await ask('SELECT subject_hash FROM login_throttles WHERE subject_hash = ANY($1)', [[over, live]])).toEqual([{ subject_hash: live }])
  })

  it('goes on until nothing is left, a thousand rows at a time', async () => {
    await ask(
      `INSERT INTO login_throttles (shard, subject_hash, failures, expires_at)
       SELECT 1, sha256(convert_to($1 || n, 'UTF8')), 1, clock_timestamp() - interval '1 second' FROM generate_series(1, 2500) n`,
      [randomBase62(20)],
    )
    expect((await purge()).login_throttles).toBeGreaterThanOrEqual(2500)
    expect(await purge()).not.toHaveProperty('login_throttles')
  })

  it('passes over a row that somebody holds and takes it the next time', async () => {
    const { grantId } = await aGrant()
    const { hash } = issueSecret('sga', shardOf(grantId))
    await ask(`INSERT INTO access_tokens (shard, token_hash, grant_id, scopes, expires_at) VALUES ($3, $1, $2, '{openid}', clock_timestamp())`, [
      hash,
      grantId,
      shardOf(grantId),
    ])
    const isThere = async () => (await ask('SELECT 1 AS one FROM access_tokens WHERE token_hash = $1', [hash])).length === 1
    await transaction(async (tx) => {
      await tx.$queryRaw`SELECT 1 FROM access_tokens WHERE token_hash = ${hash} FOR UPDATE`
      await apartFromTransaction(purge)
      expect(await isThere()).toBe(true)
    })
    await purge()
    expect(await isThere()).toBe(false)
  })

  it('leaves used codes and refresh tokens with their grant: a replay is still known as one', async () => {
    const { client, grantId } = await aGrant()
    const { code, verifier } = await aCode(grantId)
    const request = { redirectUri: 'https://a.example/cb', codeVerifier: verifier }
    await exchangeCode(client, code, request)
    await ask(`UPDATE authorization_codes SET used_at = used_at - interval '1 year' WHERE grant_id = $1`, [grantId])
    await purge()
    await expect(exchangeCode(client, code, request)).rejects.toMatchObject({ code: 'invalid_grant' })
    expect(await ask('SELECT 1 AS one FROM grants WHERE id = $1', [grantId])).toEqual([])
  })

  it('takes counters that count no more', async () => {
    const subject = newId('key')
    await ask(
      `INSERT INTO rate_counters (shard, subject, last_second, counts) VALUES (1, $1, extract(epoch FROM clock_timestamp())::bigint - 70, array_fill(1, ARRAY[61]))`,
      [subject],
    )
    await purge()
    expect(await ask('SELECT 1 AS one FROM rate_counters WHERE subject = $1', [subject])).toEqual([])
  })
})

describe('lifetimes are the ones of the specification, on the clock of the database', () => {
  const lifeOf = async (table: string, grantId: string) =>
    (
      await ask<{ seconds: number }>(`SELECT extract(epoch FROM expires_at - issued_at)::float8 AS seconds FROM ${table} WHERE grant_id = $1`, [
        grantId,
      ])
    )[0]?.seconds
  const moveEdge = (table: string, grantId: string, interval: string) =>
    ask(`UPDATE ${table} SET expires_at = clock_timestamp() + $2::interval WHERE grant_id = $1 AND expires_at IS NOT NULL`, [grantId, interval])
  const JUST_BEFORE = '30 seconds'
  // Times are kept in whole milliseconds, rounded: this one is surely over.
  const JUST_AFTER = '-1 millisecond'

  it('a code: 60 seconds', async () => {
    const { client, grantId } = await aGrant()
    const [before] = await ask<{ now: Date }>('SELECT clock_timestamp() AS now')
    const late = await aCode(grantId)
    const [row] = await ask<{ expires_at: Date; now: Date }>(
      'SELECT expires_at, clock_timestamp() AS now FROM authorization_codes WHERE grant_id = $1',
      [grantId],
    )
    expect(Number(row?.expires_at) - Number(before?.now)).toBeGreaterThanOrEqual(59_999)
    expect(Number(row?.expires_at) - Number(row?.now)).toBeLessThanOrEqual(60_001)

    const request = { redirectUri: 'https://a.example/cb', codeVerifier: late.verifier }
    await moveEdge('authorization_codes', grantId, JUST_AFTER)
    await expect(exchangeCode(client, late.code, request)).rejects.toMatchObject({ code: 'invalid_grant' })
    await moveEdge('authorization_codes', grantId, JUST_BEFORE)
    await purge()
    expect(await exchangeCode(client, late.code, request)).toMatchObject({ expires_in: 3600 })
  })

  it('an access token: 3,600 seconds', async () => {
    const { client, grantId } = await aGrant()
    const { code, verifier } = await aCode(grantId)
    const { access_token } = await exchangeCode(client, code, { redirectUri: 'https://a.example/cb', codeVerifier: verifier })
    expect(await lifeOf('access_tokens', grantId)).toBeCloseTo(3600, 1)
    await moveEdge('access_tokens', grantId, JUST_AFTER)
    await expect(readUserinfo(access_token)).rejects.toMatchObject({ code: 'invalid_token' })
    await moveEdge('access_tokens', grantId, JUST_BEFORE)
    await purge()
    expect(await readUserinfo(access_token)).toHaveProperty('sub')
    await moveEdge('access_tokens', grantId, JUST_AFTER)
    await purge()
    await moveEdge('access_tokens', grantId, JUST_BEFORE)
    await expect(readUserinfo(access_token)).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('a refresh token: 30 days from last use', async () => {
    const { client, grantId } = await aGrant()
    const { code, verifier } = await aCode(grantId, ['openid', 'offline_access'])
    const first = await exchangeCode(client, code, { redirectUri: 'https://a.example/cb', codeVerifier: verifier })
    expect(await lifeOf('refresh_tokens', grantId)).toBeCloseTo(30 * 24 * 3600, 1)

    await moveEdge('refresh_tokens', grantId, JUST_AFTER)
    await expect(rotateRefreshToken(client, first.refresh_token as string, undefined)).rejects.toMatchObject({ code: 'invalid_grant' })
    await moveEdge('refresh_tokens', grantId, JUST_BEFORE)
    await purge()
    const second = await rotateRefreshToken(client, first.refresh_token as string, undefined)
    const lives = await ask<{ seconds: number | null }>(
      `SELECT extract(epoch FROM expires_at - clock_timestamp())::float8 AS seconds FROM refresh_tokens WHERE grant_id = $1 AND expires_at IS NOT NULL`,
      [grantId],
    )
    expect(lives).toHaveLength(1)
    expect(lives[0]?.seconds).toBeGreaterThan(30 * 24 * 3600 - 100)
    expect(await rotateRefreshToken(client, second.refresh_token as string, undefined)).toHaveProperty('refresh_token')
  })
})
