import { compactVerify, createLocalJWKSet, decodeProtectedHeader, type JSONWebKeySet } from 'jose'
import { chooseIdTokenAlg } from '#lib/apps/choose-id-token-alg'
import { sql, statement } from '#lib/core/db'
import { rotateSigningKey } from '#lib/oauth/keys/rotate-signing-key'
import { expect, test } from '../fixtures/test'
import { consentWithoutPages, logInWithoutPages, tokensFor } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson } from '../fixtures/world'

async function signedIn() {
  const app = await anApp(await aCompany())
  const person = await aPerson()
  await consentWithoutPages(person, app, ALL_SCOPES)
  return { app, visitor: await logInWithoutPages(person) }
}

const keySetOf = async (server: string) => (await (await fetch(`${server}/.well-known/jwks.json`)).json()) as JSONWebKeySet

test('a key set fetched before the change verifies what two processes sign before, during and after it', async ({ server }) => {
  const servers = [server, process.env.NEXT_URL as string]
  const { app, visitor } = await signedIn()
  const idTokens = () => Promise.all(servers.map(async (one) => (await tokensFor(one, app, visitor, 'openid')).id_token))
  const before = await idTokens()

  const { kid } = await rotateSigningKey('RS256')
  const cached = await Promise.all(servers.map(keySetOf))
  for (const { keys } of cached) expect(keys.map((key) => key.kid)).toContain(kid)
  const verify = async (tokens: string[]) => {
    for (const token of tokens) for (const keys of cached) await compactVerify(token, createLocalJWKSet(keys))
    return tokens.map((token) => decodeProtectedHeader(token).kid)
  }
  expect(await verify(before)).not.toContain(kid)
  expect(await verify(await idTokens())).not.toContain(kid)

  // An hour later, for the keys.
  const shift = statement(
    'test_an_hour_later',
    `UPDATE signing_keys SET signs_from = signs_from - interval '1 hour', signs_until = signs_until - interval '1 hour' WHERE alg = 'RS256'`,
  )
  await sql.query(shift, [])
  await expect.poll(async () => (await verify(await idTokens())).every((used) => used === kid), { timeout: 60_000 }).toBe(true)
  await verify(before)
})

test('an app whose library wants it gets ES256, at once and in every process', async ({ server }) => {
  const { app, visitor } = await signedIn()
  const cached = await keySetOf(server)
  const algOf = async (one: string) => {
    const { id_token } = await tokensFor(one, app, visitor, 'openid')
    await compactVerify(id_token, createLocalJWKSet(cached))
    return decodeProtectedHeader(id_token).alg
  }
  expect(await algOf(server)).toBe('RS256')
  expect(await chooseIdTokenAlg(null, app.id, 'ES256')).toBe(app.name)
  expect([await algOf(server), await algOf(process.env.NEXT_URL as string)]).toEqual(['ES256', 'ES256'])
  expect(await chooseIdTokenAlg(null, `${app.id}x`, 'ES256')).toBeNull()
})
