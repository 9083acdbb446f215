import { closeSync, existsSync, openSync, rmSync, writeSync } from 'node:fs'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase } from '#lib/core/db'
import { judgeFlows, runFlows } from '../fixtures/flow'
import { childrenOf, OwnPostgres } from '../fixtures/own-postgres'
import { type Service, startService } from '../fixtures/service'
import { expect, test } from '../fixtures/test'
import { basic, logInWithoutPages, postForm, refresh, type Tokens, tokensWithConsent, userinfo, type Visitor } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestApp, type TestCompany } from '../fixtures/world'

/** `npm run faults`: a web service of two processes and a database, one thing after the other breaks. */
const DATA_DIR = process.env.FAULTS_DIR as string
const FLOWS = Number(process.env.FAULT_FLOWS ?? 200)
const KILLS = 20

test.describe.configure({ mode: 'serial', timeout: 3600_000 })

let service: Service
let postgres: OwnPostgres
let company: TestCompany
let app: TestApp
let visitor: Visitor

test.beforeAll(async () => {
  postgres = await OwnPostgres.start(DATA_DIR)
  service = await startService({ WEB_PROCESSES: '2', LOG_LEVEL: 'info' })
  company = await aCompany()
  app = await anApp(company)
  visitor = await logInWithoutPages(await aPerson())
})

test.afterAll(async () => {
  postgres.thaw()
  await service.stop()
})

/** The web processes that have said they are ready, and still are there. */
function readyProcesses(): number[] {
  const alive = new Set(childrenOf(service.supervisor.pid as number))
  const said = service.log.filter((line) => line.includes('web process ready')).map((line) => (JSON.parse(line) as { pid: number }).pid)
  return said.filter((pid) => alive.has(pid))
}

test.afterEach(() => {
  const { status, expectedStatus } = test.info()
  if (status !== expectedStatus)
    console.log(
      service.log
        .filter((line) => !line.includes('"level":30'))
        .slice(-15)
        .join('\n'),
    )
})

/** Every kind of request that needs the database, by somebody who has a right to it. */
async function requests(): Promise<(() => Promise<Response>)[]> {
  const tokens = await tokensWithConsent(service.url, app, visitor, 'openid email offline_access')
  const api = (method: string, address: string, body?: object, headers = {}) =>
    fetch(`${service.url}/api/v1${address}`, {
      method,
      headers: { authorization: `Bearer ${company.apiKey}`, 'content-type': 'application/json', ...headers },
      body: body && JSON.stringify(body),
    })
  const newApp = { name: 'New', redirect_uris: ['https://new.example/cb'], scopes: ['openid'] }
  return [
    () => refresh(service.url, app, tokens.refresh_token as string),
    () => userinfo(service.url, tokens.access_token),
    () => postForm(service.url, '/oauth2/introspect', app, { token: tokens.access_token }),
    () => postForm(service.url, '/oauth2/revoke', app, { token: tokens.access_token }),
    () => postForm(service.url, '/oauth2/par', app, { redirect_uri: app.redirect_uri, response_type: 'code', scope: 'openid' }),
    () =>
      fetch(`${service.url}/oauth2/token`, {
        method: 'POST',
        headers: { authorization: basic(app) },
        body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: 'x' }),
      }),
    () => api('GET', '/me'),
    () => api('GET', '/apps'),
    () => api('POST', '/apps', newApp),
    () => api('POST', '/apps', newApp, { 'idempotency-key': crypto.randomUUID() }),
    () => api('PATCH', `/apps/${app.id}`, { name: 'Renamed' }),
    () => api('GET', `/apps/${app.id}/authorizations`),
  ]
}

/** All of them at once: each is a 503 in JSON, and soon. @returns the seconds the slowest took */
async function expectUnavailable(calls: (() => Promise<Response>)[]): Promise<number> {
  const began = performance.now()
  const seconds = await Promise.all(
    calls.map(async (call, index) => {
      const response = await call()
      const body = await response.text()
      const took = (performance.now() - began) / 1000
      expect([index, response.status, response.headers.get('content-type')], body).toEqual([index, 503, 'application/json'])
      expect(took, `request ${index}`).toBeLessThan(6)
      return took
    }),
  )
  return Math.max(...seconds)
}

/** @returns seconds until the service worked again, without being started anew */
async function recovery(began: number): Promise<number> {
  const probe = () => fetch(`${service.url}/api/v1/me`, { headers: { authorization: `Bearer ${company.apiKey}` } })
  while ((await probe()).status !== 200) {
    expect((performance.now() - began) / 1000).toBeLessThan(5)
    await pause(50)
  }
  const seconds = (performance.now() - began) / 1000
  expect(seconds).toBeLessThan(5)
  for (let i = 0; i < 20; i++) expect((await probe()).status).toBe(200)
  return seconds
}

/** Flows go on while the fault happens; afterwards nothing that was promised may be missing. */
async function throughFlows(title: string, count: number, fault: () => Promise<string>) {
  const running = runFlows(service.url, app, count)
  await pause(1500)
  const said = await fault()
  const tally = await judgeFlows(service.url, app, await running)
  console.log(`${title}: ${said}; ${tally.flows} flows, ${tally.answers} token answers, ${tally.cutOff} flows cut off, ${tally.faults.length} faults`)
  expect(tally.faults).toEqual([])
}

test(`${KILLS} times kill -9 of a web process at random moments of ${FLOWS} flows and more`, async () => {
  let isOver = false
  let kills = 0
  const running = runFlows(service.url, app, FLOWS, () => kills < KILLS).finally(() => {
    isOver = true
  })
  while (!isOver) {
    await pause(Math.random() * 1000)
    // One of two at a time: with none left there would be nobody to lose an answer.
    const victims = readyProcesses()
    const victim = victims[Math.floor(Math.random() * victims.length)]
    if (victim === undefined || victims.length < 2 || isOver) continue
    process.kill(victim, 'SIGKILL')
    kills++
  }
  const tally = await judgeFlows(service.url, app, await running)
  console.log(
    `kill -9: ${kills} processes killed; ${tally.flows} flows, ${tally.answers} token answers, ${tally.cutOff} flows cut off, the slowest took ${tally.slowest.toFixed(1)} s, ${tally.faults.length} faults`,
  )
  // A connection on its way to a process that dies ends with it: nobody waits for an answer that cannot come.
  expect(tally.slowest).toBeLessThan(60)
  expect(kills).toBeGreaterThanOrEqual(KILLS)
  expect(tally.answers).toBeGreaterThan(FLOWS)
  expect(tally.faults).toEqual([])
})

test('the database is stopped and started', async () => {
  const calls = await requests()
  await throughFlows('stopped', 40, async () => {
    await postgres.stop()
    const slowest = await expectUnavailable(calls)
    postgres = await postgres.startAgain()
    return `503 after at most ${slowest.toFixed(2)} s, back after ${(await recovery(performance.now())).toFixed(2)} s`
  })
})

test('the database crashes and is started', async () => {
  const calls = await requests()
  await throughFlows('crashed', 40, async () => {
    await postgres.kill()
    const slowest = await expectUnavailable(calls)
    postgres = await postgres.startAgain()
    return `503 after at most ${slowest.toFixed(2)} s, back after ${(await recovery(performance.now())).toFixed(2)} s`
  })
})

test('the database freezes and thaws', async () => {
  const calls = await requests()
  await throughFlows('frozen', 40, async () => {
    postgres.freeze()
    const slowest = await expectUnavailable(calls)
    // Once more: by now every connection is known to be dead.
    const later = await expectUnavailable(calls)
    postgres.thaw()
    return `503 after at most ${slowest.toFixed(2)} s, later ${later.toFixed(2)} s, back after ${(await recovery(performance.now())).toFixed(2)} s`
  })
})

test('the disk of the database is full', async () => {
  test.skip(process.env.FAULTS_DISK !== 'limited', 'needs root, to give the database a small disk of its own')
  const filler = path.join(DATA_DIR, 'filler')
  fill(filler)
  const statuses = new Map<number, number>()
  const until = performance.now() + 60_000
  let slowest = 0
  // Room that is left inside its files is used up first.
  while ((statuses.get(503) ?? 0) < 20 && performance.now() < until) {
    const began = performance.now()
    const response = await fetch(`${service.url}/api/v1/apps/${app.id}`, {
      method: 'PATCH',
      headers: { authorization: `Bearer ${company.apiKey}`, 'content-type': 'application/json' },
      body: JSON.stringify({ name: 'x'.repeat(100) }),
    })
    const body = await response.text()
    if (response.status === 503) {
      expect(response.headers.get('content-type'), body).toBe('application/json')
      slowest = Math.max(slowest, (performance.now() - began) / 1000)
    }
    statuses.set(response.status, (statuses.get(response.status) ?? 0) + 1)
    expect([200, 429, 503]).toContain(response.status)
  }
  const flows = await runFlows(service.url, app, 20)
  rmSync(filler)
  const isGone = !postgres.isRunning()
  if (isGone) postgres = await postgres.startAgain()
  const back = await recovery(performance.now())
  const tally = await judgeFlows(service.url, app, flows)
  const said = [...statuses].map(([status, times]) => `${times} × ${status}`).join(', ')
  console.log(
    `disk full: changes ${said}, 503 after at most ${slowest.toFixed(2)} s; database ${isGone ? 'gave up and was started' : 'stayed'}; back after ${back.toFixed(2)} s; ${tally.flows} flows, ${tally.answers} token answers, ${tally.cutOff} cut off, ${tally.faults.length} faults`,
  )
  expect(statuses.get(503) ?? 0).toBeGreaterThan(0)
  expect(slowest).toBeLessThan(6)
  expect(tally.faults).toEqual([])
})

function fill(file: string) {
  if (existsSync(file)) rmSync(file)
  const handle = openSync(file, 'w')
  const block = Buffer.alloc(64 * 1024)
  try {
    for (;;) if (writeSync(handle, block) < block.length) break
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ENOSPC') throw error
  } finally {
    closeSync(handle)
  }
}

test('afterwards a whole new log-in works in both processes', async () => {
  const tokens: Tokens[] = []
  for (let i = 0; i < 10; i++)
    tokens.push(await tokensWithConsent(service.url, app, await logInWithoutPages(await aPerson()), 'openid offline_access'))
  for (const { access_token } of tokens) expect((await userinfo(service.url, access_token)).status).toBe(200)
  await closeDatabase()
})
