import { readdir, readFile } from 'node:fs/promises'
import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, it, vi } from 'vitest'
import { closeDatabase, sql, statement, transaction, withDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { randomBase62 } from '#lib/core/random-id'
import { SPAN_FACTS, setTracer, tracer } from '#lib/core/tracing'
import { startFrontServer } from '#lib/http/front-server'
import { enqueueJob } from '#lib/jobs/store'
import { workThrough } from '#lib/jobs/work-queue'
import { aCode, aGrant } from '../../../e2e/fixtures/grants'
import { freePort } from '../../../scripts/lib/ports.mjs'
import { openTelemetryTracer } from './open-telemetry'

// Pages are of a build; endpoints are enough here.
vi.mock('#lib/http/page-patterns', () => ({ readPagePatterns: () => [] }))
vi.mock('sirv', () => ({ default: () => (_request: unknown, _response: unknown, next: () => void) => next() }))

type Value = { stringValue?: string; intValue?: number }
type Span = {
  traceId: string
  spanId: string
  parentSpanId?: string
  name: string
  attributes: { key: string; value: Value }[]
  events?: unknown[]
  status: { code?: number; message?: string }
}
type Sent = { resourceSpans: { resource: { attributes: { key: string }[] }; scopeSpans: { spans: Span[] }[] }[] }

/** A collector: what OTLP over HTTP brings. */
const bodies: string[] = []
let collector: Server
let port = 0
let stopFront: () => Promise<void>

beforeAll(async () => {
  collector = createServer(async (request, response) => {
    const pieces: Buffer[] = []
    for await (const piece of request) pieces.push(piece as Buffer)
    if (request.url === '/v1/traces') bodies.push(Buffer.concat(pieces).toString())
    response.writeHead(200, { 'Content-Type': 'application/json' }).end('{}')
  })
  await new Promise<void>((resolve) => collector.listen(0, '127.0.0.1', resolve))
  port = await freePort()
  Object.assign(process.env, { PORT: String(port), HOST: '127.0.0.1', BASE_URL: `http://127.0.0.1:${port}` })
  const page = async (_: unknown, response: ServerResponse) => void response.end('page')
  stopFront = await startFrontServer({ answer: page, readRouterState: () => undefined } as unknown as Parameters<typeof startFrontServer>[0])
})

afterAll(async () => {
  await stopFront()
  collector.close()
  await closeDatabase()
})

/** Does something with traces on. @returns what the collector was sent */
async function traced(work: () => Promise<unknown>, share = 1) {
  bodies.length = 0
  setTracer(openTelemetryTracer({ endpoint: `http://127.0.0.1:${(collector.address() as AddressInfo).port}`, share, service: 'signet-test' }))
  try {
    await work()
  } finally {
    await tracer()?.stop()
    setTracer(undefined)
  }
  const sent = bodies.map((body) => JSON.parse(body) as Sent).flatMap(({ resourceSpans }) => resourceSpans)
  return { sent, text: bodies.join('\n'), spans: sent.flatMap(({ scopeSpans }) => scopeSpans.flatMap(({ spans }) => spans)) }
}

const fact = ({ attributes }: Span, name: string) => Object.values(attributes.find(({ key }) => key === name)?.value ?? {})[0]
const ask = (path: string, init: RequestInit = {}) => fetch(`${env().BASE_URL}${path}`, init)

const CALLERS = { trace: '0af7651916cd43dd8448eb211c80319c', span: 'b7ad6b7169203331' }
const TRACEPARENT = `00-${CALLERS.trace}-${CALLERS.span}-01`

/** A log-in's last two calls, by an app's server. */
async function logIn(headers: Record<string, string> = {}) {
  const granted = await aGrant()
  const { code, verifier } = await aCode(granted.grantId, ['openid', 'email', 'profile'])
  return {
    granted,
    code,
    exchange: () =>
      ask('/oauth2/token', {
        method: 'POST',
        headers: {
          ...headers,
          'content-type': 'application/x-www-form-urlencoded',
          authorization: `Basic ${Buffer.from(`${granted.client.clientId}:${granted.client.clientSecret}`).toString('base64')}`,
        },
        body: new URLSearchParams({ grant_type: 'authorization_code', code, redirect_uri: granted.app.redirect_uri, code_verifier: verifier }),
      }),
    userinfo: (token: string) => ask('/oauth2/userinfo', { headers: { ...headers, authorization: `Bearer ${token}` } }),
  }
}

it('a request is a span of the trace that its caller began, and its statements are below it', async () => {
  const { exchange } = await logIn({ traceparent: TRACEPARENT })
  const { spans } = await traced(async () => {
    const answer = await exchange()
    expect(answer.status).toBe(200)
    expect([...answer.headers.keys()].filter((name) => /trace/.test(name))).toEqual([])
    await answer.text()
  })
  const request = spans.find(({ name }) => name === 'POST /oauth2/token') as Span
  expect(request).toMatchObject({ traceId: CALLERS.trace, parentSpanId: CALLERS.span })
  expect([fact(request, 'http.route'), fact(request, 'http.response.status_code')]).toEqual(['/oauth2/token', 200])
  const statements = spans.filter(({ parentSpanId }) => parentSpanId === request.spanId)
  expect(statements.map(({ name }) => name)).toEqual(expect.arrayContaining(['read_authorization_codes', 'consume_authorization_codes']))
})

it('work that is written down goes on in the same trace, in whichever process', async () => {
  const kind = `traced-${randomBase62(8)}`
  const seen: string[] = []
  const { spans } = await traced(async () => {
    const span = tracer()?.open('request', 'server', {}, TRACEPARENT)
    await span?.inside(() => transaction((tx) => enqueueJob(tx, kind, { id: 1 })))
    span?.end()
    const work = async () => {
      seen.push((await sql.query(statement<{ one: number }>('traced_work', 'SELECT 1 AS one'), [])).length.toString())
      return 'done' as const
    }
    await workThrough({ kind, lanes: 1, maxTries: 1, work, giveUp: work })(AbortSignal.timeout(5000))
  })
  expect(seen).toEqual(['1'])
  const job = spans.find(({ name }) => name === kind) as Span
  expect([job.traceId, job.parentSpanId]).toEqual([CALLERS.trace, spans.find(({ name }) => name === 'request')?.spanId])
  expect(spans.find(({ name }) => name === 'traced_work')).toMatchObject({ traceId: CALLERS.trace, parentSpanId: job.spanId })
})

it('says nothing of a person, a secret, an address or a path: only what is on the list', async () => {
  const { granted, code, exchange, userinfo } = await logIn({ baggage: 'user=canary-baggage', tracestate: 'canary=state' })
  const tokens: string[] = []
  const { spans, sent, text } = await traced(async () => {
    tokens.push(((await (await exchange()).json()) as { access_token: string }).access_token)
    await (await userinfo(tokens[0] as string)).text()
    await (
      await ask(`/confirm/canary-token?email=${encodeURIComponent(granted.person.email)}`, { headers: { 'user-agent': 'canary-agent' } }).catch(
        () => null,
      )
    )?.text()
    await (await ask('/api/v1/apps/canary-id', { headers: { authorization: `Bearer ${granted.company.apiKey}` } })).text()
    await withDatabase((db) => db.user.findMany({ where: { id: granted.person.id } }))
    // One that Postgres refuses, quoting what it was given.
    await sql.query(statement<object>('traced_fault', 'SELECT $1::int'), ['canary-value']).catch(() => {})
  })
  expect(spans.length).toBeGreaterThan(6)
  for (const canary of [
    'canary',
    granted.person.email,
    granted.person.id,
    granted.grantId,
    code,
    ...tokens,
    granted.company.apiKey,
    granted.app.id,
    granted.client.clientId,
  ])
    expect(text).not.toContain(canary)
  expect(new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)))).toEqual(
    new Set(spans.flatMap(({ attributes }) => attributes.map(({ key }) => key)).filter((key) => (SPAN_FACTS as readonly string[]).includes(key))),
  )
  expect(spans.flatMap(({ events = [] }) => events)).toEqual([])
  expect(spans.filter(({ status }) => status.message)).toEqual([])
  expect(new Set(sent.flatMap(({ resource }) => resource.attributes.map(({ key }) => key)))).toEqual(new Set(['service.name']))
  expect(fact(spans.find(({ name }) => name === 'traced_fault') as Span, 'error.type')).toBe('22P02')
})

it('how many traces are kept is our own choice, whatever a caller asks for', async () => {
  const { exchange } = await logIn({ traceparent: TRACEPARENT })
  const { spans } = await traced(async () => (await exchange()).text(), 0)
  expect(spans).toEqual([])
})

it('while it is off nothing of OpenTelemetry is loaded: one file imports it, and that one is imported when it is on', async () => {
  const sources = (await readdir('lib', { recursive: true })).filter((name) => /\.tsx?$/.test(name) && !name.endsWith('.test.ts'))
  const importing = async (what: RegExp) => {
    const found = await Promise.all(sources.map(async (name) => (what.test(await readFile(`lib/${name}`, 'utf8')) ? [name] : [])))
    return found.flat()
  }
  expect(await importing(/from '@opentelemetry\//)).toEqual(['ops/tracing/open-telemetry.ts'])
  expect(await importing(/from '.*\/open-telemetry'/)).toEqual([])
  expect(await importing(/import\('.*\/open-telemetry'\)/)).toEqual(['ops/tracing/start-tracing.ts'])
})
