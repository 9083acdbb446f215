import { newId } from '#lib/core/random-id'
import { newIdOn } from '#lib/core/shard'
import { OPERATIONS } from '#lib/http/endpoints/openapi'
import { expect, test } from '../fixtures/test'
import { aVerification } from '../fixtures/verifications'
import { aWebhook, theStream } from '../fixtures/webhooks'
import { aCompany, anApp, type TestCompany } from '../fixtures/world'

/** What a company may own, by the path it is reached at: how to make one, and an id of that kind that nobody has. */
const KINDS: Record<string, { make: (company: TestCompany) => Promise<string>; unknown: () => string }> = {
  '/api/v1/apps/:id': { make: async (company) => (await anApp(company)).id, unknown: () => newId('app') },
  '/v1/verifications/:id': { make: async (company) => (await aVerification(company)).id, unknown: () => newIdOn('ver') },
  '/api/v1/webhooks/:id': { make: async (company) => (await aWebhook(company)).webhook, unknown: () => newId('whk') },
  '/api/v1/ssf/poll/:id': { make: theStream, unknown: () => newId('whk') },
}

/** A body that fits, where an operation wants one: what it does not find is not asked about before. */
const FITTING: Record<string, string> = {
  'PATCH /api/v1/apps/:id': '{"name":"x"}',
  'PATCH /api/v1/webhooks/:id': '{"status":"enabled"}',
  'POST /api/v1/webhooks/:id/test': '{"type":"app.created"}',
  'POST /api/v1/webhooks/:id/resend': '{"since":"2026-11-22T00:00:00Z"}',
  'POST /api/v1/ssf/poll/:id': '{}',
}

const PATHS = [...new Set(OPERATIONS.map(({ path }) => path).filter((path) => path.includes(':id')))]
const kindOf = (path: string) => KINDS[path.replace(/(:id).*/, '$1')]

const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS']
const BODIES = [undefined, '{"name":"x"}', '{}', '{"name":', '{"scopes":["none"],"status":"inactive"}']

const ask = (server: string, company: TestCompany, method: string, path: string, id: string, body?: string) =>
  fetch(server + path.replace(':id', id), {
    method,
    headers: { authorization: `Bearer ${company.apiKey}`, ...(body !== undefined && { 'content-type': 'application/json' }) },
    body,
  })

/** Everything of an answer but what differs between any two: its id, its second, and how many requests are left. */
async function imprint(response: Response) {
  const headers = Object.fromEntries(response.headers)
  for (const name of ['x-request-id', 'date', 'ratelimit']) if (name in headers) headers[name] = 'differs'
  return { status: response.status, headers, body: Buffer.from(await response.arrayBuffer()).toString('hex') }
}

test("another company's resource answers exactly like a missing one: every route, method and body, both ways", async ({ server }) => {
  const [one, other] = [await aCompany(), await aCompany()]
  let compared = 0
  for (const path of PATHS) {
    const kind = kindOf(path)
    if (!kind) throw new Error(`say in KINDS how to make what ${path} names`)
    for (const [asking, owner] of [
      [one, other],
      [other, one],
    ] as const) {
      const foreign = await kind.make(owner)
      for (const method of METHODS) {
        for (const body of method === 'POST' || method === 'PATCH' ? BODIES : [undefined]) {
          const [theirs, nobodys] = [
            await ask(server, asking, method, path, foreign, body),
            await ask(server, asking, method, path, kind.unknown(), body),
          ]
          const context = `${method} ${path} ${body}`
          expect([context, await imprint(theirs)]).toEqual([context, await imprint(nobodys)])
          expect([context, theirs.status >= 400 && theirs.status < 500]).toEqual([context, true])
          compared++
        }
      }
      // Nothing of all that reached it: its owner sees it as it was.
      expect((await ask(server, owner, 'GET', path, foreign)).status).not.toBe(404)
    }
  }
  expect(compared).toBe(PATHS.length * 2 * (5 + 2 * BODIES.length))
})

/** Told, not judged; `TIMING_SAMPLES=60` for a closer look. */
const SAMPLES = Number(process.env.TIMING_SAMPLES ?? 5)

test("another company's resource is 404 like a missing one at every operation, and how long both take is told", async ({ server }) => {
  const median = (times: number[]) => times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0
  for (const { method, path } of OPERATIONS.filter((operation) => operation.path.includes(':id'))) {
    const [asking, owner] = [await aCompany(), await aCompany()]
    const kind = kindOf(path)
    const foreign = await kind?.make(owner)
    const times = { foreign: [] as number[], missing: [] as number[] }
    for (let sample = 0; sample < SAMPLES; sample++) {
      for (const [name, id] of [
        ['foreign', foreign],
        ['missing', kind?.unknown()],
      ] as const) {
        const began = performance.now()
        const response = await ask(server, asking, method, path, id ?? '', FITTING[`${method} ${path}`])
        await response.arrayBuffer()
        times[name].push(performance.now() - began)
        expect(response.status).toBe(404)
      }
    }
    const told = `foreign ${median(times.foreign).toFixed(2)} ms, missing ${median(times.missing).toFixed(2)} ms (median of ${SAMPLES})`
    console.log(`    ${method} ${path}: ${told}`)
  }
})
