import { afterAll, expect, it, vi } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { connectionPool } from '#lib/core/db/pool'
import { otherThanUnique } from '#lib/core/testing/other-than-unique'
import { introspectToken } from '#lib/oauth/introspection/introspect-token'
import { revokeToken } from '#lib/oauth/revocation/revoke-token'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { aGrant, anExchange } from '../../e2e/fixtures/grants'

afterAll(closeDatabase)

/** Statements that a token's way asks, by their name. */
async function asked(): Promise<Map<string, string>> {
  const granted = await aGrant()
  const exchange = await anExchange(granted, ['openid', 'profile', 'offline_access'])
  const query = vi.spyOn(connectionPool(), 'query')
  const { refresh_token, access_token } = await exchange()
  await readUserinfo(access_token)
  await introspectToken(granted.client, access_token)
  const next = await rotateRefreshToken(granted.client, refresh_token as string, undefined)
  await revokeToken(granted.client, next.access_token)
  const texts = query.mock.calls.map(([call]) => call as unknown as { name: string; text: string })
  query.mockRestore()
  // With several primaries a name says which of them a statement is for.
  return new Map(texts.map(({ name, text }) => [name?.replace(/_on_\d+$/, ''), text]))
}

/** The largest tables on a token's way: one row of each is wanted. */
const LARGE = ['users', 'subjects', 'grants', 'access_tokens', 'refresh_tokens', 'authorization_codes']

it('what a token leads to is found by a unique key, also by a plan that was made before there was anything to count', async () => {
  const statements = await asked()
  for (const name of ['read_userinfo', 'read_live_token']) expect([...statements.keys()]).toContain(name)
  expect(await otherThanUnique(statements, LARGE)).toEqual([])
})
