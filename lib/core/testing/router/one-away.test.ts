import { mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest'
import { aPassword } from '#lib/accounts/testing/a-password'
import { aStranger } from '#lib/accounts/testing/clients'
import { closeDatabase, isAnswering, lookAtPrimary, onEachPrimary, sql, withDatabase } from '#lib/core/db'
import { UnavailableError } from '#lib/core/errors'
import { registry } from '#lib/core/metrics'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn, primaryOf, SHARDS, shardOfCompany } from '#lib/core/shard'
import { placeDueEvents } from '#lib/events/place-events'
import { withdrawAccess } from '#lib/grants/end-grants'
import { lookAtPrimaries } from '#lib/jobs/look-at-primaries'
import { runRegularly } from '#lib/jobs/run-regularly'
import { enqueueJob } from '#lib/jobs/store'
import { workThrough } from '#lib/jobs/work-queue'
import { readAuthorizationContext } from '#lib/oauth/authorize/store'
import { findAppForPeople } from '#lib/oauth/client/store'
import { beginInteraction, readInteraction } from '#lib/oauth/interaction/interaction'
import type { AuthorizationRequest } from '#lib/oauth/schema'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { readQueues } from '#lib/ops/store'
import { purgeExpired } from '#lib/purge/purge-expired'
import { readStaffSessionRow } from '#lib/session/staff-session-store'
import { createPerson } from '#lib/users/create-person'
import { logIn } from '#lib/users/log-in'
import { aCode, aGrant, type Granted } from '../../../../e2e/fixtures/grants'
import { OwnPostgres } from '../../../../e2e/fixtures/own-postgres'
import { staffSession } from '../../../../e2e/fixtures/sessions'
import { aCompany } from '../../../../e2e/fixtures/world'
import { askOnce } from './ask-once'
import { emptyDatabases } from './empty-databases'
import { routeTo } from './route-to'

vi.hoisted(() => {
  process.env.SHARD_PRIMARIES = '2'
})

/** Longer than any time limit of a statement, or than a connection is waited for. */
const LIMIT_MS = 7000
const REDIRECT_URI = 'https://a.example/cb'
const A_REQUEST = { redirectUri: REDIRECT_URI, scopes: ['openid'], prompts: [] } as unknown as AuthorizationRequest

const dataDir = mkdtempSync(path.join(os.tmpdir(), 'signet-away-'))
let second: OwnPostgres
let urls: [string, string]

beforeAll(async () => {
  second = await OwnPostgres.start(dataDir)
  const [here] = await emptyDatabases(process.env.DATABASE_URL as string, 1)
  const [there] = await emptyDatabases(second.url('postgres'), 1)
  urls = [here as string, there as string]
  await routeTo(urls)
})

afterAll(async () => {
  await closeDatabase()
  await second.stop()
  rmSync(dataDir, { recursive: true, force: true })
})

const shardOn = (database: number) => (database === 0 ? 5 : SHARDS - 5)

type Holder = Granted & { access: string; refresh: string }

/** A person on one of the databases, with tokens. */
async function aHolder(database: number): Promise<Holder> {
  const { password, passwordHash } = await aPassword()
  const email = `${randomBase62(12).toLowerCase()}@people.example`
  const id = newIdOn('usr', shardOn(database))
  await createPerson({ id, email, passwordHash, profile: { given_name: 'Jo', locale: 'en' }, isEmailConfirmed: true })
  const granted = await aGrant({ id, email, password })
  const { code, verifier } = await aCode(granted.grantId, ['openid', 'profile', 'offline_access'])
  const tokens = await exchangeCode(granted.client, code, { redirectUri: REDIRECT_URI, codeVerifier: verifier })
  return { ...granted, access: tokens.access_token, refresh: tokens.refresh_token as string }
}

/** The same, of an app whose company's rows are there too. */
async function aHolderOfCompany(database: number): Promise<Holder> {
  for (;;) {
    const holder = await aHolder(database)
    if (primaryOf(shardOfCompany(holder.company.actor.companyId)) === database) return holder
  }
}

/** A member of staff who is logged in, of a company on one of the databases. @returns how their session is read */
async function aMemberOn(database: number) {
  for (;;) {
    const { actor } = await aCompany()
    if (primaryOf(shardOfCompany(actor.companyId)) !== database) continue
    const { hash } = await staffSession(actor.id as string)
    return () => readStaffSessionRow(hash, 3600, 86_400)
  }
}

const isLogged = (nth: number, companyId: string, type: string): Promise<boolean> =>
  askOnce(
    urls[nth] as string,
    async (client) => (await client.query<object>('SELECT 1 FROM events WHERE company_id = $1 AND type = $2', [companyId, type])).rowCount === 1,
  )

async function refresh(holder: Holder): Promise<void> {
  const tokens = await rotateRefreshToken(holder.client, holder.refresh, undefined)
  Object.assign(holder, { access: tokens.access_token, refresh: tokens.refresh_token })
}

async function millisecondsOf(work: () => Promise<unknown>): Promise<number> {
  const began = performance.now()
  await work()
  return performance.now() - began
}

/** Throttles that are over, one on each database, put there past the router. */
async function anExpired(): Promise<Buffer> {
  const hash = Buffer.from(randomBase62(20))
  const insert = `INSERT INTO login_throttles (shard, subject_hash, failures, expires_at) VALUES ($1, $2, 1, clock_timestamp() - interval '1 second')`
  for (const [nth, url] of urls.entries()) await askOnce(url, (client) => client.query(insert, [shardOn(nth), hash]))
  return hash
}

const isThere = (nth: number, hash: Buffer): Promise<boolean> =>
  askOnce(
    urls[nth] as string,
    async (client) => (await client.query<object>('SELECT 1 FROM login_throttles WHERE subject_hash = $1', [hash])).rowCount === 1,
  )

const failedOn = async (primary: number): Promise<number> => {
  const metric = await registry.getSingleMetric('signet_job_duration_seconds')?.get()
  const found = metric?.values.filter(({ labels }) => labels.job === 'purge of the test' && labels.primary === primary && labels.outcome === 'failed')
  return (
    found?.filter((value) => 'metricName' in value && String(value.metricName).endsWith('_count')).reduce((sum, { value }) => sum + value, 0) ?? 0
  )
}

async function startAgain(): Promise<void> {
  second = await second.startAgain()
}

describe.each([
  ['killed', () => second.kill(), startAgain],
  ['frozen', async () => second.freeze(), async () => second.thaw()],
] as const)('while one of two databases is %s', (_, takeAway, giveBack) => {
  it('its people get 503 within the time limits and nobody else notices; the worker goes on with the rest; all comes back by itself', async () => {
    const [here, there] = [await aHolder(0), await aHolder(1)]
    const leaving = await aHolderOfCompany(0)
    const [staffHere, staffThere] = [await aMemberOn(0), await aMemberOn(1)]
    const expired = await anExpired()
    const kind = `test-${randomBase62(8)}`
    for (const shard of [0, 1].map(shardOn)) await enqueueJob(sql, kind, { user: newIdOn('usr', shard), where: shard })
    const done: number[] = []
    const queue = workThrough({
      kind,
      lanes: 2,
      maxTries: 3,
      giveUp: async () => {},
      work: async ({ where }) => {
        done.push(Number(where))
        return 'done'
      },
    })

    await takeAway()
    try {
      const refused = millisecondsOf(() => expect(readUserinfo(there.access)).rejects.toThrow(UnavailableError))
      // In one turn with whoever is refused, and while that one waits.
      expect(await readUserinfo(here.access)).toMatchObject({ given_name: 'Jo' })
      const others = await millisecondsOf(async () => {
        for (let nth = 0; nth < 20; nth++) await readUserinfo(here.access)
        await refresh(here)
      })
      expect(others).toBeLessThan(2000)
      expect(await refused).toBeLessThan(LIMIT_MS)
      expect(await millisecondsOf(() => expect(refresh(there)).rejects.toThrow(UnavailableError))).toBeLessThan(2 * LIMIT_MS)

      expect(await millisecondsOf(async () => expect(await staffHere()).toMatchObject({ role: 'owner' }))).toBeLessThan(2000)
      expect(await millisecondsOf(() => expect(staffThere()).rejects.toThrow(UnavailableError))).toBeLessThan(LIMIT_MS)

      const stop = new AbortController()
      const failedBefore = await failedOn(1)
      const working = runRegularly(
        [
          ...lookAtPrimaries(),
          { name: 'purge of the test', everySeconds: 0.2, work: purgeExpired },
          { name: 'queue of the test', everySeconds: 0.2, work: queue },
          { name: 'events of the test', everySeconds: 0.2, work: placeDueEvents },
        ],
        stop.signal,
      )
      await expect.poll(() => done, { timeout: 4000 }).toEqual([shardOn(0)])
      await expect.poll(() => isThere(0, expired), { timeout: 4000 }).toBe(false)
      expect(await withdrawAccess(leaving.person.id, leaving.app.id)).toBe(true)
      // A turn that began with what is for the other one is through after one time limit.
      const placing = { timeout: LIMIT_MS + 2000 }
      await expect.poll(() => isLogged(0, leaving.company.actor.companyId, 'authorization.withdrawn'), placing).toBe(true)
      await expect.poll(() => failedOn(1), { timeout: 3 * LIMIT_MS }).toBeGreaterThan(failedBefore)
      expect(await failedOn(0)).toBe(0)
      expect(new Set((await readQueues()).map(({ primary }) => primary))).toEqual(new Set([0]))

      await giveBack()
      await expect.poll(() => done, { timeout: 30_000 }).toEqual([0, 1].map(shardOn))
      await expect.poll(() => isThere(1, expired), { timeout: 30_000 }).toBe(false)
      stop.abort()
      await working
    } catch (error) {
      await giveBack().catch(() => {})
      throw error
    }
    expect(await readUserinfo(there.access)).toMatchObject({ given_name: 'Jo' })
    await refresh(there)
    expect(await readUserinfo(there.access)).toMatchObject({ given_name: 'Jo' })
    expect(await staffThere()).toMatchObject({ role: 'owner' })
    expect(new Set((await readQueues()).map(({ primary }) => primary))).toEqual(new Set([0, 1]))
  })

  it('whoever lives on the other one logs in and signs in somewhere as ever, wherever their address and their tries are', async () => {
    const people = await Promise.all(Array.from({ length: 8 }, () => aHolder(0)))
    const stranger = await aHolder(1)
    await takeAway()
    try {
      await onEachPrimary(lookAtPrimary)
      const took = await millisecondsOf(async () => {
        for (const { person, app } of people) {
          const client = aStranger()
          expect((await logIn(person.email, 'a wrong password', client)).kind).toBe('wrong')
          expect((await logIn(person.email, person.password, client)).kind).toBe('ok')
          expect((await withDatabase((db) => findAppForPeople(db, app.id)))?.name).toBe(app.name)
          const context = await readAuthorizationContext(app.client_id, null)
          const begun = await beginInteraction(context?.client.id ?? '', A_REQUEST)
          expect((await readInteraction(begun ?? ''))?.clientId).toBe(app.client_id)
        }
      })
      expect(took).toBeLessThan(people.length * 2000)
      // Tries are counted though half of the counters are away: the waits of an address come as ever.
      const { email } = (people[0] as Holder).person
      const outcomes: string[] = []
      for (let nth = 0; nth < 12; nth++) outcomes.push((await logIn(email, 'a wrong password', aStranger())).kind)
      expect(outcomes).toContain('throttled')
      await expect(logIn(stranger.person.email, stranger.person.password, aStranger())).rejects.toThrow(UnavailableError)
    } finally {
      await giveBack()
    }
    await expect.poll(() => onEachPrimary(lookAtPrimary).then(() => [0, 1].map(isAnswering)), { timeout: 30_000 }).toEqual([true, true])
    expect((await logIn(stranger.person.email, stranger.person.password, aStranger())).kind).toBe('ok')
  })
})
