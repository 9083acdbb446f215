import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { afterAll, expect, it, vi } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { aGrant, anExchange } from '../../../e2e/fixtures/grants'
import { openIdTokenHint } from './id-token-hint'
import { jsonWebKeySet } from './keys'
import { rotateSigningKey } from './rotate-signing-key'

afterAll(closeDatabase)

const ask = <Row extends object>(text: string, values: unknown[] = []) => sql.query(statement<Row>(`test_${randomBase62(8)}`, text), values)

const anIdToken = async () => (await (await anExchange(await aGrant()))()).id_token

const kidOf = (token: string) => decodeProtectedHeader(token).kid

/** As if so much time had passed for the keys; the process forgets what it remembered as it would have by then. */
async function pass(seconds: number) {
  for (const column of ['signs_from', 'signs_until', 'published_until']) {
    await ask(`UPDATE signing_keys SET ${column} = ${column} - make_interval(secs => $1) WHERE alg = 'RS256'`, [seconds])
  }
  vi.setSystemTime(Date.now() + seconds * 1000)
}

it('a new key is published long before it signs, and the old one long after: a cached key set always does', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const keySets: JSONWebKeySet[] = [await jsonWebKeySet()]
  const first = await anIdToken()

  const planned = await rotateSigningKey('RS256')
  expect(planned.kind).toBe('planned')
  expect(await rotateSigningKey('RS256')).toMatchObject({ kind: 'waiting', kid: planned.kid })
  const cached = await jsonWebKeySet()
  keySets.push(cached)
  expect(cached.keys.map(({ kid }) => kid)).toContain(planned.kid)
  expect(kidOf(await anIdToken())).toBe(kidOf(first))

  await pass(3000)
  const last = await anIdToken()
  expect(kidOf(last)).toBe(kidOf(first))
  await pass(700)
  const next = await anIdToken()
  expect(kidOf(next)).toBe(planned.kid)
  for (const token of [first, last, next]) await compactVerify(token, createLocalJWKSet(cached))

  // The last token of the old key runs out before its key is taken away.
  await pass(3600)
  await compactVerify(last, createLocalJWKSet(await jsonWebKeySet()))
  await pass(24 * 3600)
  const after = await jsonWebKeySet()
  await expect(compactVerify(last, createLocalJWKSet(after))).rejects.toThrow()
  await compactVerify(next, createLocalJWKSet(after))
  expect(await openIdTokenHint(last)).toHaveProperty('sub')

  await rotateSigningKey('RS256')
  const [old] = await ask<{ length: number }>('SELECT length(private_jwk_sealed) AS length FROM signing_keys WHERE kid = $1', [kidOf(first)])
  expect(old?.length).toBe(0)
  vi.useRealTimers()
})

it('keeps the private half sealed', async () => {
  await jsonWebKeySet()
  const clear = await ask(`SELECT kid FROM signing_keys WHERE position(convert_to('"d"', 'UTF8') IN private_jwk_sealed) > 0`)
  const all = await ask('SELECT kid FROM signing_keys')
  expect([clear, all.length > 1]).toEqual([[], true])
})
