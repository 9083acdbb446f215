import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { changeAccess } from '#lib/accounts/credentials/change-access'
import { setPasswordHash } from '#lib/accounts/credentials/store'
import { aPassword } from '#lib/accounts/testing/a-password'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn, SHARDS, shardOf, shardOfCompany } from '#lib/core/shard'
import { listEvents } from '#lib/events/list-events'
import { placeDueEvents } from '#lib/events/place-events'
import { withdrawAccess } from '#lib/grants/end-grants'
import { workThrough } from '#lib/jobs/work-queue'
import { introspectToken } from '#lib/oauth/introspection/introspect-token'
import { revokeToken } from '#lib/oauth/revocation/revoke-token'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { createStream } from '#lib/signals/create-stream'
import { pollStream } from '#lib/signals/poll-stream'
import { pushSignals } from '#lib/signals/push-signals'
import { CREDENTIAL_CHANGE } from '#lib/signals/signals'
import { tellSignalsQueue } from '#lib/signals/tell-signals.job'
import { createPerson } from '#lib/users/create-person'
import { logIn } from '#lib/users/log-in'
import { getVerification } from '#lib/verifications/interface/read-verifications'
import { readOwnVerifications } from '#lib/verifications/page/read-own-verifications'
import { createWebhookInput } from '#lib/webhooks/contract'
import { createWebhook } from '#lib/webhooks/create-webhook'
import { aReceiver } from '#lib/webhooks/testing/a-receiver'
import { WebhookDeliverer } from '#lib/webhooks/webhook-deliverer'
import { aCode, aGrant, type Granted } from '../../../../e2e/fixtures/grants'
import { aReading, verified } from '../../../../e2e/fixtures/verifications'
import { emptyDatabases } from './empty-databases'
import { routeTo } from './route-to'
import type { RouterPool } from './router-pool'
import { databaseOf } from './where-to'

// Only the embedded default sends to this machine.
vi.hoisted(() => {
  process.env.EMBEDDED = '1'
})

vi.hoisted(() => {
  process.env.SHARD_PRIMARIES = '2'
})

let router: RouterPool

beforeAll(async () => {
  router = await routeTo(await emptyDatabases(process.env.DATABASE_URL as string, 2))
})
afterAll(closeDatabase)

async function grantedOn(database: number): Promise<Granted> {
  const { password, passwordHash } = await aPassword()
  const email = `${randomBase62(12).toLowerCase()}@people.example`
  const id = newIdOn('usr', database === 0 ? 5 : SHARDS - 5)
  await createPerson({ id, email, passwordHash, profile: { given_name: 'Jo', locale: 'en' }, isEmailConfirmed: true })
  return aGrant({ id, email, password })
}

const REDIRECT_URI = 'https://a.example/cb'
const SCOPES = ['openid', 'profile', 'offline_access'] as const

async function tokensOf({ client, grantId }: Granted) {
  const { code, verifier } = await aCode(grantId, [...SCOPES])
  const request = { redirectUri: REDIRECT_URI, codeVerifier: verifier }
  return { code, request, tokens: await exchangeCode(client, code, request) }
}

const here = (database: number, count: number) => (database === 0 ? [count, 0] : [0, count])

/** In how many rows of a table each database has this person. */
const rowsOf = (table: string, condition: string, id: string) =>
  Promise.all(router.pools.map(async (pool) => (await pool.query(`SELECT 1 FROM ${table} WHERE ${condition} = $1`, [id])).rowCount))

const INVALID_TOKEN = { code: 'invalid_token' }

describe.each([0, 1])('a person on database %i of two', (database) => {
  it('gets from code to token, userinfo and refresh, there alone, until the consent is withdrawn', async () => {
    const granted = await grantedOn(database)
    const { person, app, client, grantId } = granted
    const { tokens } = await tokensOf(granted)
    expect(await readUserinfo(tokens.access_token)).toMatchObject({ given_name: 'Jo' })
    expect(await introspectToken(client, tokens.access_token)).toMatchObject({ active: true })
    const next = await rotateRefreshToken(client, tokens.refresh_token as string, undefined)
    expect(await readUserinfo(next.access_token)).toMatchObject({ given_name: 'Jo' })

    expect(await rowsOf('users', 'id', person.id)).toEqual(here(database, 1))
    expect(await rowsOf('access_tokens', 'grant_id', grantId)).toEqual(here(database, 2))
    expect(await rowsOf('apps', 'id', app.id)).toEqual([1, 1])

    expect(await withdrawAccess(person.id, app.id)).toBe(true)
    await expect(readUserinfo(next.access_token)).rejects.toMatchObject(INVALID_TOKEN)
    await expect(rotateRefreshToken(client, next.refresh_token as string, undefined)).rejects.toMatchObject({ code: 'invalid_grant' })
    expect(await rowsOf('access_tokens', 'grant_id', grantId)).toEqual([0, 0])
  })

  it('loses a token that is revoked, and everything when a code comes twice', async () => {
    const granted = await grantedOn(database)
    const { code, request, tokens } = await tokensOf(granted)
    await revokeToken(granted.client, tokens.access_token)
    await expect(readUserinfo(tokens.access_token)).rejects.toMatchObject(INVALID_TOKEN)
    await expect(exchangeCode(granted.client, code, request)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(rotateRefreshToken(granted.client, tokens.refresh_token as string, undefined)).rejects.toMatchObject({ code: 'invalid_grant' })
    expect(await rowsOf('grants', 'id', granted.grantId)).toEqual([0, 0])
  })
})

describe.each([0, 1])('a person on database %i of two', (database) => {
  it('logs in by their address, wherever that stands', async () => {
    const { person } = await grantedOn(database)
    expect(await logIn(person.email, person.password, aStranger())).toMatchObject({ kind: 'ok', id: person.id })
    expect(await logIn(person.email, 'another password', aStranger())).toEqual({ kind: 'wrong' })
  })

  it('verifies a document, wherever the session and the document are', async () => {
    const { person } = await grantedOn(database)
    const { company, id } = await verified(aReading(), { person })
    expect((await getVerification(company.actor, id)).status).toBe('verified')
    expect((await readOwnVerifications(person.id)).claims.map(({ name }) => name)).toContain('birthdate')
    const kept = await rowsOf('verified_claims', 'session_id', id)
    expect([kept[database], kept[1 - database]]).toEqual([expect.toSatisfy((rows) => rows > 0), 0])
  })
})

describe.each([0, 1])('what happens to a person on database %i of two', (database) => {
  /** At an app of a company whose rows are on the other one. */
  async function acrossFrom(): Promise<Granted> {
    for (;;) {
      const granted = await grantedOn(database)
      if (databaseOf(shardOfCompany(String(granted.company.actor.companyId)), 2) !== database) return granted
    }
  }
  const there = (count: number) => (database === 0 ? [0, count] : [count, 0])
  const QUERY = { limit: 100, cursor: undefined, after: undefined, app_id: undefined }

  it('reaches the log and the address of a company on the other, and waits nowhere any more', async () => {
    const { person, app, company } = await acrossFrom()
    const { companyId } = company.actor
    const receiver = await aReceiver()
    const type = ['authorization.withdrawn' as const]
    const { id } = await createWebhook(company.actor, createWebhookInput.parse({ url: receiver.url, event_types: type }))
    await withdrawAccess(person.id, app.id)
    const waiting = await rowsOf('outgoing_events', 'company_id', companyId)
    expect(waiting[database]).toBeGreaterThan(0)
    const deliverer = new WebhookDeliverer(pushSignals)
    await placeDueEvents()
    await expect.poll(() => receiver.received.length).toBe(1)
    await deliverer.stop()
    receiver.close()
    const { data } = await listEvents(company.actor, { ...QUERY, type })
    expect(data).toMatchObject([{ data: { app_id: app.id } }])
    expect(JSON.parse(receiver.received[0]?.body ?? '')).toEqual(data[0])
    expect(await rowsOf('outgoing_events', 'company_id', companyId)).toEqual([0, 0])
    expect(await rowsOf('events', 'id', data[0]?.id ?? '')).toEqual(there(1))
    expect(await rowsOf('webhook_attempts', 'webhook_id', id)).toEqual(there(1))
  })

  it('stands in the log there, and is answered from it while the one it came from cannot be asked', async () => {
    const { company } = await acrossFrom()
    const type = ['authorization.granted' as const]
    const { data } = await listEvents(company.actor, { ...QUERY, type })
    expect(data).toHaveLength(1)
    const away = vi.spyOn(router.pools[database] as (typeof router.pools)[number], 'query')
    away.mockImplementation((() => Promise.reject(Object.assign(new Error('no'), { code: 'ECONNREFUSED' }))) as never)
    expect((await listEvents(company.actor, { ...QUERY, type })).data).toEqual(data)
    expect(away).toHaveBeenCalled()
    away.mockRestore()
  })

  it('reaches the stream of signals of a company on the other, as long as the consent is there', async () => {
    const { person, app, company } = await acrossFrom()
    const { stream_id: id } = await createStream(company.actor, { events_requested: [CREDENTIAL_CHANGE] })
    const told = async () => Object.keys((await pollStream(company.actor, id, { returnImmediately: true, ack: [], setErrs: {} })).sets).length
    await changeAccess({ realm: 'person', id: person.id }, null, async (change) => setPasswordHash(change, { realm: 'person', id: person.id }, 'x'))
    await workThrough(tellSignalsQueue)(new AbortController().signal)
    expect(await rowsOf('outgoing_signals', 'webhook_id', id)).toEqual(here(database, 1))
    expect(await told()).toBe(1)
    expect(await rowsOf('webhook_deliveries', 'webhook_id', id)).toEqual(there(1))
    await withdrawAccess(person.id, app.id)
    expect(await told()).toBe(0)
    expect(await rowsOf('webhook_deliveries', 'webhook_id', id)).toEqual([0, 0])
  })
})

it('tokens of people on both databases that are asked for in one turn are answered in one', async () => {
  const all = await Promise.all([0, 1, 0, 1].map(async (database) => tokensOf(await grantedOn(database))))
  const answers = await Promise.all(all.map(({ tokens }) => readUserinfo(tokens.access_token)))
  expect(new Set(answers.map(({ sub }) => sub)).size).toBe(4)
})

it('log-ins of people on both databases that are looked at in one turn are each found', async () => {
  const all = await Promise.all([0, 1, 0, 1, 0, 1].map(grantedOn))
  expect(new Set(all.map(({ grantId }) => grantId)).size).toBe(6)
})

describe('a statement', () => {
  const ask = (name: string, text: string, values: unknown[]) => sql.query(statement<object>(name, text), values)

  it('that forgets its shard fails', async () => {
    await expect(ask('test_forgets', 'SELECT 1 FROM grants WHERE id = $1', ['grt'])).rejects.toThrow('no shard is said')
    await expect(ask('test_forgets_again', 'UPDATE users SET environment = $2 WHERE id = $1', ['usr', 'live'])).rejects.toThrow('no shard is said')
  })

  it('that says another one finds nothing', async () => {
    const { person } = await grantedOn(1)
    const find = (shard: number) => ask('test_find', 'SELECT 1 FROM users WHERE shard = $2 AND id = $1', [person.id, shard])
    expect(await find(shardOf(person.id))).toHaveLength(1)
    expect(await find((shardOf(person.id) + SHARDS / 2) % SHARDS)).toEqual([])
  })

  it('over a table that has no place fails', async () => {
    await expect(ask('test_forgets_a_place', 'SELECT 1 FROM _prisma_migrations', [])).rejects.toThrow('_prisma_migrations has no place')
  })
})
