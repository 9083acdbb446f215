import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { afterEach, beforeAll, expect, it, vi } from 'vitest'
import { migrate } from '../../scripts/lib/migrate.mjs'

/** A database of its own: what happens here concerns every row there is. */
const name = `signet_rewrap_${randomBytes(6).toString('hex')}`
const database = () => {
  const url = new URL(process.env.DATABASE_URL as string)
  url.pathname = `/${name}`
  return url.href
}

beforeAll(async () => {
  const client = new pg.Client({ connectionString: process.env.DATABASE_URL })
  await client.connect()
  await client.query(`CREATE DATABASE ${name}`)
  await client.end()
  await migrate(database())
})

const newKey = (id: string) => `${id}:${randomBytes(32).toString('base64url')}`
const [k1, k2, p2] = ['k1', 'k2', 'p2'].map(newKey) as [string, string, string]

/** The product as a process with these settings would have it. */
async function processWith(settings: { MASTER_KEY: string; PEPPER?: string; SHARD_KEY?: string }) {
  vi.resetModules()
  vi.stubEnv('DATABASE_URL', database())
  vi.stubEnv('MASTER_KEY', settings.MASTER_KEY)
  vi.stubEnv('PEPPER', settings.PEPPER ?? '')
  vi.stubEnv('SHARD_KEY', settings.SHARD_KEY ?? k1)
  const [{ closeDatabase, withDatabase }, grants, { logIn }, { rewrap }, { requireKnownKeys }, { exchangeCode }, { authenticateApiKey }] =
    await Promise.all([
      import('#lib/core/db'),
      import('../../e2e/fixtures/grants'),
      import('#lib/users/log-in'),
      import('./rewrap'),
      import('./require-known-keys'),
      import('#lib/oauth/token/exchange-code'),
      import('#lib/companies/authenticate-api-key'),
    ])
  close = closeDatabase
  return { withDatabase, ...grants, logIn, rewrap, requireKnownKeys, exchangeCode, authenticateApiKey }
}

let close: () => Promise<void> = async () => {}
afterEach(async () => {
  await close()
  vi.unstubAllEnvs()
})

type Kept = { email: string; password: string; client: object; code: string; verifier: string; apiKey: string }

async function fillUnder(settings: { MASTER_KEY: string; PEPPER?: string }): Promise<Kept> {
  const { aGrant, aCode } = await processWith(settings)
  const { person, client, grantId, company } = await aGrant()
  const { code, verifier } = await aCode(grantId)
  await close()
  return { ...person, client, code, verifier, apiKey: company.apiKey }
}

async function expectAllWorks(settings: { MASTER_KEY: string; PEPPER?: string }, kept: Kept) {
  const product = await processWith(settings)
  await product.requireKnownKeys()
  expect(await product.logIn(kept.email, kept.password, { network: 'test' })).toMatchObject({ kind: 'ok' })
  expect(await product.authenticateApiKey(`Bearer ${kept.apiKey}`)).toHaveProperty('companyId')
  const tokens = await product.exchangeCode(kept.client as never, kept.code, { redirectUri: 'https://a.example/cb', codeVerifier: kept.verifier })
  expect(tokens).toHaveProperty('id_token')
  await close()
}

it('a master key is replaced without anybody noticing, and the old one is needed no more', async () => {
  const kept = await fillUnder({ MASTER_KEY: k1 })
  const keptToo = await fillUnder({ MASTER_KEY: k1 })

  // Both keys: everything is read, new things are sealed under the new one.
  const between = { MASTER_KEY: `${k2},${k1}`, PEPPER: k1 }
  await expectAllWorks(between, kept)
  const { rewrap } = await processWith(between)
  const first = await rewrap()
  expect(first.find(({ table }) => table === 'users')?.rewrapped).toBe(2)
  expect(first.every(({ left }) => left === 0)).toBe(true)
  expect((await rewrap()).every(({ rewrapped }) => rewrapped === 0)).toBe(true)
  await close()

  await expectAllWorks({ MASTER_KEY: k2, PEPPER: k1 }, keptToo)
})

it('a new pepper is for new secrets, and the old ones are still found', async () => {
  const old = await fillUnder({ MASTER_KEY: k2, PEPPER: k1 })
  const rotated = { MASTER_KEY: k2, PEPPER: `${p2},${k1}` }
  const fresh = await fillUnder(rotated)
  await expectAllWorks(rotated, old)
  await expectAllWorks(rotated, fresh)
})

it.each([
  ['MASTER_KEY', { MASTER_KEY: newKey('k2'), PEPPER: `${p2},${k1}` }],
  ['MASTER_KEY', { MASTER_KEY: newKey('k9'), PEPPER: `${p2},${k1}` }],
  ['PEPPER', { MASTER_KEY: k2, PEPPER: k1 }],
  ['PEPPER', { MASTER_KEY: k2, PEPPER: `${k1},${p2}` }],
  ['SHARD_KEY', { MASTER_KEY: k2, PEPPER: `${p2},${k1}`, SHARD_KEY: p2 }],
])('a process with the wrong %s says so at its start', async (setting, settings) => {
  const { requireKnownKeys } = await processWith(settings)
  await expect(requireKnownKeys()).rejects.toThrow(new RegExp(`^${setting}: `))
})

it('every table that names a master key is rewrapped, or left alone for a reason', async () => {
  const { withDatabase } = await processWith({ MASTER_KEY: k2, PEPPER: k1 })
  const { SEALED, LEFT_ALONE } = await import('./store')
  const tables = await withDatabase(
    (db) => db.$queryRaw<{ name: string }[]>`
    SELECT table_name::text AS name FROM information_schema.columns WHERE column_name = 'master_key_id' AND table_schema = 'public'`,
  )
  expect(tables.map((row) => row.name).sort()).toEqual([...SEALED.map(({ table }) => table), ...Object.keys(LEFT_ALONE)].sort())
})
