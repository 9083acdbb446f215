import { afterAll, expect, it, vi } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { connectionPool, SESSION_SETTINGS } from '#lib/core/db/pool'
import { askOnce } from '#lib/core/testing/router/ask-once'
import { emptyDatabases } from '#lib/core/testing/router/empty-databases'
import { introspectToken } from '#lib/oauth/introspection/introspect-token'
import { revokeToken } from '#lib/oauth/revocation/revoke-token'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { aGrant, anExchange } from '../../e2e/fixtures/grants'

afterAll(closeDatabase)

type Node = { 'Relation Name'?: string; 'Index Name'?: string; Plans?: Node[] }

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

const scansOf = (node: Node): Node[] => [node, ...(node.Plans ?? []).flatMap(scansOf)].filter((each) => each['Relation Name'] !== undefined)

/** The largest tables on a token's way: one row of each is wanted. */
const LARGE = ['users', 'subjects', 'grants', 'access_tokens', 'refresh_tokens', 'authorization_codes']

it('what a token leads to is found by a unique key, also by a plan that was made before there was anything to count', async () => {
  const statements = await asked()
  for (const name of ['read_userinfo', 'read_live_token']) expect([...statements.keys()]).toContain(name)
  const [url] = await emptyDatabases(process.env.DATABASE_URL as string, 1)
  const found = await askOnce(url as string, async (client) => {
    for (const [setting, value] of Object.entries(SESSION_SETTINGS)) await client.query(`SET ${setting} = '${value}'`)
    const { rows } = await client.query<{ name: string }>(`SELECT i.indexrelid::regclass::text AS name FROM pg_index i WHERE i.indisunique`)
    const unique = new Set(rows.map(({ name }) => name))
    const others: string[] = []
    for (const [name, text] of statements) {
      const plan = await client.query<{ 'QUERY PLAN': [{ Plan: Node }] }>(`EXPLAIN (GENERIC_PLAN, FORMAT JSON) ${text}`)
      for (const scan of scansOf(plan.rows[0]?.['QUERY PLAN'][0].Plan as Node)) {
        const table = scan['Relation Name'] as string
        if (LARGE.includes(table) && scan['Index Name'] !== undefined && !unique.has(scan['Index Name']))
          others.push(`${name}: ${table} by ${scan['Index Name']}`)
      }
    }
    return others
  })
  expect(found).toEqual([])
})
