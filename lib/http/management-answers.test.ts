import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createApp } from '#lib/apps/create-app'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { KEY_PERMISSIONS } from '#lib/companies/keys/key-permissions'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { PATH_PARAMETER } from '#lib/core/operation'
import { newId } from '#lib/core/random-id'
import { newIdOn } from '#lib/core/shard'
import { companyEndpoint } from './company-route'
import { OPERATIONS } from './endpoints/openapi'
import { OPERATION_PERMISSIONS } from './operation-permissions'
import { aCaller, bodyOf, type Call, type Caller, call } from './test-call'
import { fromWeb, toWeb } from './web-message'

/**
 * Every documented answer of every operation, brought about and held against the served document: status, error code,
 * body and headers. The last test fails when the document promises an answer that no row here brings about.
 */
const CREATE = { name: 'Shop', redirect_uris: ['https://shop.example/cb'], scopes: ['email'] }
const BIG = JSON.stringify({ name: 'x'.repeat(70_000) })
const TEXT = { 'content-type': 'text/plain' }
const unknownId = () => ({ id: newId('app') })
const unknownWebhook = () => ({ id: newId('whk') })
const HOOK = { url: 'https://hooks.shop.example/signet' }
const TEST = { type: 'app.created' }
const AGAIN = { since: '2026-11-21T00:00:00Z' }
/** Operations on a stream that is named in the body, with what they answer and need. */
const SIGNAL_POSTS: [operationId: string, status: number, more: object][] = [
  ['updateStreamStatus', 200, { status: 'paused' }],
  ['addSubject', 200, { subject: { format: 'opaque', id: 'x' } }],
  ['removeSubject', 204, { subject: { format: 'opaque', id: 'x' } }],
  ['verifyStream', 204, {}],
]
const unknownSession = () => ({ id: newIdOn('ver') })

type World = { caller: Caller; app: { id: string; client_id: string }; spa: { id: string } }
type Row = [operationId: string, status: number, code: string | null, promise: string, given: (world: World) => Call | Promise<Call>]

const ROWS: Row[] = [
  ['getCompany', 200, null, 'the company of the key', () => ({})],
  ['listScopes', 200, null, 'the catalog', () => ({})],
  ['listApps', 200, null, 'the apps of the company', () => ({ query: '?limit=1' })],
  ['listApps', 400, 'invalid_request', 'limit is 1 to 100', () => ({ query: '?limit=101' })],
  ['createApp', 201, null, 'the app with its secret', () => ({ body: CREATE })],
  ['createApp', 400, 'invalid_request', 'a name is required', () => ({ body: { ...CREATE, name: undefined } })],
  ['createApp', 400, 'invalid_json', 'the body is JSON', () => ({ body: '{"name":' })],
  ['createApp', 400, 'invalid_redirect_uri', 'http is for loopback hosts', () => ({ body: { ...CREATE, redirect_uris: ['http://shop.example/'] } })],
  ['createApp', 400, 'invalid_scope', 'scopes come from the catalog', () => ({ body: { ...CREATE, scopes: ['no_such_scope'] } })],
  ['createApp', 400, 'invalid_client_type', 'client types are known ones', () => ({ body: { ...CREATE, client_type: 'desktop' } })],
  ['createApp', 409, 'conflict', 'an Idempotency-Key is for one request', (world) => usedKey(world, 'POST /api/v1/apps', {}, { body: CREATE })],
  ['createApp', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ body: BIG })],
  ['createApp', 415, 'unsupported_media_type', 'a body is application/json', () => ({ body: '{}', headers: TEXT })],
  ['getApp', 200, null, 'the app without a secret', ({ app }) => ({ id: app.id })],
  ['getApp', 404, 'not_found', 'unknown apps are missing', unknownId],
  ['updateApp', 200, null, 'the changed app', ({ app }) => ({ id: app.id, body: { name: 'New' } })],
  ['updateApp', 400, 'invalid_request', 'a change names something', ({ app }) => ({ id: app.id, body: {} })],
  ['updateApp', 400, 'invalid_json', 'the body is JSON', ({ app }) => ({ id: app.id, body: 'x' })],
  ['updateApp', 400, 'invalid_redirect_uri', 'no fragments', ({ app }) => ({ id: app.id, body: { redirect_uris: ['https://a.example/#x'] } })],
  ['updateApp', 400, 'invalid_scope', 'scopes come from the catalog', ({ app }) => ({ id: app.id, body: { scopes: ['no_such_scope'] } })],
  ['updateApp', 400, 'invalid_status', 'a status is active or inactive', ({ app }) => ({ id: app.id, body: { status: 'deleted' } })],
  ['updateApp', 404, 'not_found', 'unknown apps are missing', () => ({ ...unknownId(), body: { name: 'New' } })],
  ['updateApp', 413, 'payload_too_large', 'a body has at most 64 KiB', ({ app }) => ({ id: app.id, body: BIG })],
  ['updateApp', 415, 'unsupported_media_type', 'a body is application/json', ({ app }) => ({ id: app.id, body: '{}', headers: TEXT })],
  ['rotateSecret', 200, null, 'the new secret', ({ app }) => ({ id: app.id })],
  ['rotateSecret', 400, 'invalid_client_type', 'public clients have no secret', ({ spa }) => ({ id: spa.id })],
  ['rotateSecret', 400, 'invalid_request', 'an Idempotency-Key is printable', ({ app }) => ({ id: app.id, headers: { 'idempotency-key': 'ä' } })],
  ['rotateSecret', 404, 'not_found', 'unknown apps are missing', unknownId],
  [
    'rotateSecret',
    409,
    'conflict',
    'an Idempotency-Key is for one request',
    (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, { id: world.app.id }),
  ],
  ['rotateSecret', 413, 'payload_too_large', 'a body has at most 64 KiB', ({ app }) => ({ id: app.id, body: BIG })],
  ['listAuthorizations', 200, null, 'the consents of the app', ({ app }) => ({ id: app.id })],
  ['listAuthorizations', 400, 'invalid_request', 'a cursor is one we gave out', ({ app }) => ({ id: app.id, query: '?cursor=x' })],
  ['listAuthorizations', 404, 'not_found', 'unknown apps are missing', unknownId],

  ['listLog', 200, null, 'what apps and keys asked', ({ app }) => ({ query: `?limit=5&app_id=${app.id}&failed=true` })],
  ['listLog', 400, 'invalid_request', 'an app or a key, not both', () => ({ query: '?app_id=x&api_key_id=y' })],

  ['listEvents', 200, null, 'the events of the company', ({ app }) => ({ query: `?limit=5&app_id=${app.id}` })],
  ['listEvents', 400, 'invalid_request', 'a type is a known one', () => ({ query: '?type=app.exploded' })],

  ['listWebhooks', 200, null, 'the webhooks of the company', async (world) => ({ query: `?limit=${(await aWebhook(world)).id.length}` })],
  ['listWebhooks', 400, 'invalid_request', 'a cursor is one we gave out', () => ({ query: '?cursor=x' })],
  ['createWebhook', 201, null, 'the webhook with its secret', () => ({ body: HOOK })],
  ['createWebhook', 400, 'invalid_request', 'nothing is sent into a private network', () => ({ body: { url: 'https://10.0.0.1/' } })],
  ['createWebhook', 400, 'invalid_json', 'the body is JSON', () => ({ body: '{"url":' })],
  ['createWebhook', 409, 'conflict', 'an Idempotency-Key is for one request', (world) => usedKey(world, 'POST /api/v1/apps', {}, { body: HOOK })],
  ['createWebhook', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ body: BIG })],
  ['createWebhook', 415, 'unsupported_media_type', 'a body is application/json', () => ({ body: '{}', headers: TEXT })],
  ['getWebhook', 200, null, 'the webhook without its secret', aWebhook],
  ['getWebhook', 404, 'not_found', 'unknown webhooks are missing', unknownWebhook],
  ['updateWebhook', 200, null, 'the changed webhook', async (world) => ({ ...(await aWebhook(world)), body: { status: 'disabled' } })],
  ['updateWebhook', 400, 'invalid_request', 'a change names something', async (world) => ({ ...(await aWebhook(world)), body: {} })],
  ['updateWebhook', 400, 'invalid_json', 'the body is JSON', async (world) => ({ ...(await aWebhook(world)), body: 'x' })],
  ['updateWebhook', 404, 'not_found', 'unknown webhooks are missing', () => ({ ...unknownWebhook(), body: { status: 'enabled' } })],
  ['updateWebhook', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ ...unknownWebhook(), body: BIG })],
  ['updateWebhook', 415, 'unsupported_media_type', 'a body is application/json', () => ({ ...unknownWebhook(), body: '{}', headers: TEXT })],
  ['deleteWebhook', 200, null, 'the id of what is gone', aWebhook],
  ['deleteWebhook', 404, 'not_found', 'unknown webhooks are missing', unknownWebhook],
  ['deleteWebhook', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ ...unknownWebhook(), body: BIG })],
  ['rotateWebhookSecret', 200, null, 'the new secret', aWebhook],
  [
    'rotateWebhookSecret',
    400,
    'invalid_request',
    'an Idempotency-Key is printable',
    () => ({ ...unknownWebhook(), headers: { 'idempotency-key': 'ä' } }),
  ],
  ['rotateWebhookSecret', 404, 'not_found', 'unknown webhooks are missing', unknownWebhook],
  [
    'rotateWebhookSecret',
    409,
    'conflict',
    'an Idempotency-Key is for one request',
    (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, unknownWebhook()),
  ],
  ['rotateWebhookSecret', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ ...unknownWebhook(), body: BIG })],
  ['testWebhook', 200, null, 'the id of the made-up event', async (world) => ({ ...(await aWebhook(world)), body: TEST })],
  ['testWebhook', 400, 'invalid_request', 'a type is a known one', async (world) => ({ ...(await aWebhook(world)), body: { type: 'x' } })],
  ['testWebhook', 400, 'invalid_json', 'the body is JSON', async (world) => ({ ...(await aWebhook(world)), body: 'x' })],
  ['testWebhook', 400, 'invalid_state', 'a disabled webhook is sent nothing', async (world) => ({ ...(await aDisabledWebhook(world)), body: TEST })],
  ['testWebhook', 404, 'not_found', 'unknown webhooks are missing', () => ({ ...unknownWebhook(), body: TEST })],
  [
    'testWebhook',
    409,
    'conflict',
    'an Idempotency-Key is for one request',
    (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, { ...unknownWebhook(), body: TEST }),
  ],
  ['testWebhook', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ ...unknownWebhook(), body: BIG })],
  ['testWebhook', 415, 'unsupported_media_type', 'a body is application/json', () => ({ ...unknownWebhook(), body: '{}', headers: TEXT })],
  ['resendEvents', 200, null, 'how many are sent again', async (world) => ({ ...(await aWebhook(world)), body: AGAIN })],
  [
    'resendEvents',
    400,
    'invalid_request',
    'one thing is named',
    async (world) => ({ ...(await aWebhook(world)), body: { ...AGAIN, event_id: 'evt_x' } }),
  ],
  ['resendEvents', 400, 'invalid_json', 'the body is JSON', async (world) => ({ ...(await aWebhook(world)), body: 'x' })],
  [
    'resendEvents',
    400,
    'invalid_state',
    'a disabled webhook is sent nothing',
    async (world) => ({ ...(await aDisabledWebhook(world)), body: AGAIN }),
  ],
  [
    'resendEvents',
    404,
    'not_found',
    'unknown events are missing',
    async (world) => ({ ...(await aWebhook(world)), body: { event_id: newId('evt') } }),
  ],
  [
    'resendEvents',
    409,
    'conflict',
    'an Idempotency-Key is for one request',
    (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, { ...unknownWebhook(), body: AGAIN }),
  ],
  ['resendEvents', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ ...unknownWebhook(), body: BIG })],
  ['resendEvents', 415, 'unsupported_media_type', 'a body is application/json', () => ({ ...unknownWebhook(), body: '{}', headers: TEXT })],

  ['createStream', 201, null, 'the stream', () => ({ body: {} })],
  ['createStream', 400, 'invalid_request', 'a way of delivery is a known one', () => ({ body: { delivery: { method: 'x' } } })],
  ['createStream', 400, 'invalid_json', 'the body is JSON', () => ({ body: 'x' })],
  ['createStream', 409, 'conflict', 'a company has one stream', async (world) => ({ body: {}, query: `?${(await aStream(world)).length}` })],
  ['createStream', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ body: BIG })],
  ['createStream', 415, 'unsupported_media_type', 'a body is application/json', () => ({ body: '{}', headers: TEXT })],
  ['readStream', 200, null, 'the stream', async (world) => ({ query: `?stream_id=${await aStream(world)}` })],
  ['readStream', 400, 'invalid_request', 'an id is short', () => ({ query: `?stream_id=${'x'.repeat(200)}` })],
  ['readStream', 404, 'not_found', 'unknown streams are missing', () => ({ query: '?stream_id=x' })],
  ...(['updateStream', 'replaceStream'] as const).flatMap((id): Row[] => [
    [id, 200, null, 'the changed stream', async (world) => ({ body: { stream_id: await aStream(world), description: 'New' } })],
    [id, 400, 'invalid_request', 'what is ours is ours', async (world) => ({ body: { stream_id: await aStream(world), aud: 'x' } })],
    [id, 400, 'invalid_json', 'the body is JSON', () => ({ body: 'x' })],
    [id, 404, 'not_found', 'unknown streams are missing', () => ({ body: { stream_id: 'x' } })],
    [id, 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ body: BIG })],
    [id, 415, 'unsupported_media_type', 'a body is application/json', () => ({ body: '{}', headers: TEXT })],
  ]),
  ['deleteStream', 204, null, 'nothing', async (world) => ({ query: `?stream_id=${await aStream(world)}` })],
  ['deleteStream', 400, 'invalid_request', 'a stream is named', () => ({})],
  ['deleteStream', 404, 'not_found', 'unknown streams are missing', () => ({ query: '?stream_id=x' })],
  ['deleteStream', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ query: '?stream_id=x', body: BIG })],
  ['readStreamStatus', 200, null, 'the status', async (world) => ({ query: `?stream_id=${await aStream(world)}` })],
  ['readStreamStatus', 400, 'invalid_request', 'a stream is named', () => ({})],
  ['readStreamStatus', 404, 'not_found', 'unknown streams are missing', () => ({ query: '?stream_id=x' })],
  ...SIGNAL_POSTS.flatMap(([id, status, more]): Row[] => [
    [id, status, null, 'what was asked for', async (world) => ({ body: { stream_id: await aStream(world), ...more } })],
    [id, 400, 'invalid_request', 'a stream is named', () => ({ body: more })],
    [id, 400, 'invalid_json', 'the body is JSON', () => ({ body: 'x' })],
    [id, 404, 'not_found', 'unknown streams are missing', () => ({ body: { stream_id: 'x', ...more } })],
    [id, 409, 'conflict', 'an Idempotency-Key is for one request', (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, { body: more })],
    [id, 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ body: BIG })],
    [id, 415, 'unsupported_media_type', 'a body is application/json', () => ({ body: '{}', headers: TEXT })],
  ]),
  ['pollStream', 200, null, 'what waits', async (world) => ({ id: await aStream(world), body: { returnImmediately: true } })],
  ['pollStream', 400, 'invalid_request', 'a number is one', async (world) => ({ id: await aStream(world), body: { maxEvents: -1 } })],
  ['pollStream', 400, 'invalid_json', 'the body is JSON', async (world) => ({ id: await aStream(world), body: 'x' })],
  ['pollStream', 404, 'not_found', 'unknown streams are missing', () => ({ ...unknownWebhook(), body: {} })],
  [
    'pollStream',
    409,
    'conflict',
    'an Idempotency-Key is for one request',
    (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, { ...unknownWebhook(), body: {} }),
  ],
  ['pollStream', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ ...unknownWebhook(), body: BIG })],
  ['pollStream', 415, 'unsupported_media_type', 'a body is application/json', () => ({ ...unknownWebhook(), body: '{}', headers: TEXT })],

  ['listVerificationFields', 200, null, 'the fields', () => ({})],
  ['listVerifications', 200, null, 'the sessions of the company', async (world) => ({ query: `?status=created&reference=${await aSession(world)}` })],
  ['listVerifications', 400, 'invalid_request', 'a status is a known one', () => ({ query: '?status=reviewing' })],
  ['createVerification', 201, null, 'the session with its address', ({ app }) => ({ body: session(app) })],
  ['createVerification', 400, 'invalid_request', 'fields are known ones', ({ app }) => ({ body: session(app, { fields: ['eye_colour'] }) })],
  ['createVerification', 400, 'invalid_json', 'the body is JSON', () => ({ body: '{"client_id":' })],
  ['createVerification', 400, 'invalid_client', 'the app is one of the company', () => ({ body: session({ client_id: newId('cli') }) })],
  [
    'createVerification',
    400,
    'invalid_redirect_uri',
    'registered ones only',
    ({ app }) => ({ body: session(app, { redirect_uri: 'https://shop.example/cb/' }) }),
  ],
  [
    'createVerification',
    409,
    'conflict',
    'an Idempotency-Key is for one request',
    (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, { body: session(world.app) }),
  ],
  ['createVerification', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ body: BIG })],
  ['createVerification', 415, 'unsupported_media_type', 'a body is application/json', () => ({ body: '{}', headers: TEXT })],
  ['getVerification', 200, null, 'the session without its address', async (world) => ({ id: await aSession(world) })],
  ['getVerification', 404, 'not_found', 'unknown sessions are missing', unknownSession],
  ['retryVerification', 200, null, 'a new address', async (world) => ({ id: await aSession(world) })],
  ['retryVerification', 400, 'invalid_state', 'a canceled session stays so', async (world) => ({ id: await aCanceledSession(world) })],
  ['retryVerification', 400, 'invalid_client', 'the app is active', async (world) => ({ id: await aSessionOfInactiveApp(world) })],
  [
    'retryVerification',
    400,
    'invalid_request',
    'an Idempotency-Key is printable',
    () => ({ ...unknownSession(), headers: { 'idempotency-key': 'ä' } }),
  ],
  ['retryVerification', 404, 'not_found', 'unknown sessions are missing', unknownSession],
  [
    'retryVerification',
    409,
    'conflict',
    'an Idempotency-Key is for one request',
    (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, unknownSession()),
  ],
  ['retryVerification', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ ...unknownSession(), body: BIG })],
  ['cancelVerification', 200, null, 'the canceled session', async (world) => ({ id: await aSession(world) })],
  ['cancelVerification', 400, 'invalid_state', 'an expired session stays so', async (world) => ({ id: await anExpiredSession(world) })],
  [
    'cancelVerification',
    400,
    'invalid_request',
    'an Idempotency-Key is printable',
    () => ({ ...unknownSession(), headers: { 'idempotency-key': 'ä' } }),
  ],
  ['cancelVerification', 404, 'not_found', 'unknown sessions are missing', unknownSession],
  [
    'cancelVerification',
    409,
    'conflict',
    'an Idempotency-Key is for one request',
    (world) => usedKey(world, 'POST /api/v1/apps', { body: CREATE }, unknownSession()),
  ],
  ['cancelVerification', 413, 'payload_too_large', 'a body has at most 64 KiB', () => ({ ...unknownSession(), body: BIG })],
]

const session = (app: { client_id: string }, more: object = {}) => ({ client_id: app.client_id, fields: ['age_over_18'], ...more })

const aSession = async ({ caller, app }: World) =>
  (await bodyOf<{ id: string }>(await call(caller, 'POST /v1/verifications', { body: session(app) }))).id

async function aWebhook({ caller }: World): Promise<{ id: string }> {
  const { id } = await bodyOf<{ id: string }>(await call(caller, 'POST /api/v1/webhooks', { body: HOOK }))
  return { id }
}

const aStream = async ({ caller }: World) =>
  (await bodyOf<{ stream_id: string }>(await call(caller, 'POST /api/v1/ssf/stream', { body: {} }))).stream_id

async function aDisabledWebhook(world: World) {
  const webhook = await aWebhook(world)
  await call(world.caller, 'PATCH /api/v1/webhooks/:id', { ...webhook, body: { status: 'disabled' } })
  return webhook
}

async function aCanceledSession(world: World) {
  const id = await aSession(world)
  await call(world.caller, 'POST /v1/verifications/:id/cancel', { id })
  return id
}

async function aSessionOfInactiveApp(world: World) {
  const id = await aSession(world)
  await call(world.caller, 'PATCH /api/v1/apps/:id', { id: world.app.id, body: { status: 'inactive' } })
  return id
}

const END = statement<object>('end_verification', 'UPDATE verification_sessions SET expires_at = clock_timestamp() WHERE id = $1')

async function anExpiredSession(world: World) {
  const id = await aSession(world)
  await sql.query(END, [id])
  return id
}

/** The next call carries a key that another request used. */
async function usedKey({ caller }: World, route: string, first: Call, next: Call): Promise<Call> {
  const headers = { 'idempotency-key': 'used' }
  await call(caller, route, { ...first, headers })
  return { ...next, headers }
}

const EXHAUST = statement<object>(
  'exhaust_rate_limit',
  `INSERT INTO rate_counters (shard, subject, last_second, counts) VALUES (company_shard($2), $1, floor(extract(epoch FROM clock_timestamp())), array_fill(1000000, ARRAY[61]))`,
)

type Header = { $ref: string }
type Documented = {
  responses: Record<string, { headers: Record<string, Header>; content?: Record<string, { examples?: Record<string, unknown> }> }>
}
/** Of whom nothing is asked but refusals. */
let shared: Caller
let paths: Record<string, Record<string, Documented>>
const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
const seen = new Set<string>()

const operationOf = (id: string) => {
  const operation = OPERATIONS.find((one) => one.id === id)
  if (!operation) throw new Error(`no operation ${id}`)
  const [path, method] = [operation.path.replace(PATH_PARAMETER, '{$1}'), operation.method.toLowerCase()]
  return { route: `${operation.method} ${operation.path}`, path, method, documented: paths[path]?.[method] as Documented }
}

/** Holds an answer against the document: its status is there, its body fits the schema, its headers are all sent. */
async function expectAsDocumented(operationId: string, response: Response, status: number, code: string | null) {
  const text = await response.text()
  const body = text === '' ? null : (JSON.parse(text) as Record<string, unknown>)
  expect([response.status, body?.error ?? null]).toEqual([status, code])
  const { path, method, documented } = operationOf(operationId)
  const pointer = `#/paths/${path.replaceAll('/', '~1')}/${method}/responses/${status}/content/application~1json/schema`
  expect(documented.responses[status]?.content === undefined).toBe(body === null)
  if (code !== null) expect(Object.keys(documented.responses[status]?.content?.['application/json']?.examples ?? {})).toContain(code)
  if (body !== null) {
    const validate = ajv.compile({ $ref: `openapi.json${encodeURI(pointer)}` })
    expect(validate(body), JSON.stringify({ body, errors: validate.errors })).toBe(true)
  }
  for (const name of Object.keys(documented.responses[status]?.headers ?? {})) expect(response.headers.get(name), name).toBeTruthy()
  seen.add(`${operationId} ${status} ${code}`)
}

beforeAll(async () => {
  const document = await bodyOf<{ paths: typeof paths }>(await call(null, 'GET /api/v1/openapi.json'))
  ajv.addSchema(document, 'openapi.json', false, false)
  paths = document.paths
  shared = await aCaller()
})
afterAll(closeDatabase)

describe.each(OPERATIONS.map(({ id }) => id))('%s', (operationId) => {
  const route = () => operationOf(operationId).route

  const rows = ROWS.filter(([id]) => id === operationId)
  it.each(rows.map((row) => [`${row[1]}${row[2] ? ` ${row[2]}` : ''}: ${row[3]}`, row] as const))(
    'answers %s',
    async (_, [, status, code, , given]) => {
      const caller = await aCaller()
      const app = await createApp(caller.actor, { ...CREATE, client_type: 'confidential' })
      const spa = await createApp(caller.actor, { ...CREATE, client_type: 'spa' })
      await expectAsDocumented(operationId, await call(caller, route(), await given({ caller, app, spa })), status, code)
    },
  )

  it('answers 401 unauthorized without a key', async () => {
    await expectAsDocumented(operationId, await call(null, route(), unknownId()), 401, 'unauthorized')
  })

  it('answers 403 network_not_allowed to a key that is used from elsewhere', async () => {
    const { apiKey } = await issueApiKey(shared.actor, 'Fenced', null, { permissions: [...KEY_PERMISSIONS], allowedNetworks: ['192.0.2.0/24'] })
    await expectAsDocumented(operationId, await call({ apiKey }, route(), unknownId()), 403, 'network_not_allowed')
  })

  it('answers 403 insufficient_permission to a key that has every permission but those', async () => {
    const needed = OPERATION_PERMISSIONS[operationId] ?? []
    const permissions = KEY_PERMISSIONS.filter((name) => !needed.includes(name))
    if (permissions.length === 0) return
    const { apiKey } = await issueApiKey(shared.actor, 'Narrow', null, { permissions, allowedNetworks: [] })
    await expectAsDocumented(operationId, await call({ apiKey }, route(), unknownId()), 403, 'insufficient_permission')
  })

  it('answers 429 rate_limited when the limit of the key is used up', async () => {
    const caller = await aCaller()
    await sql.query(EXHAUST, [caller.keyId, caller.actor.companyId])
    await expectAsDocumented(operationId, await call(caller, route(), unknownId()), 429, 'rate_limited')
  })

  it('answers 500 server_error, without a detail, to a fault of ours', async () => {
    const broken = companyEndpoint('/api/v1/broken', { GET: () => Promise.reject(new Error('a detail of the inside')) })
    const request = new Request('http://localhost:3000/api/v1/broken')
    const response = toWeb(await broken.handle(fromWeb(request), {}), request)
    expect(await response.clone().text()).not.toContain('detail')
    await expectAsDocumented(operationId, response, 500, 'server_error')
  })
})

it('no documented answer is left out above', () => {
  const promised = Object.values(paths).flatMap((methods) =>
    Object.values(methods).flatMap((operation) => {
      const { operationId } = operation as Documented & { operationId: string }
      return Object.entries(operation.responses).flatMap(([status, { content }]) => {
        const codes = Object.keys(content?.['application/json']?.examples ?? { null: null })
        return codes.map((code) => `${operationId} ${status} ${code}`)
      })
    }),
  )
  // An unreachable database has a test file of its own.
  expect(promised.filter((answer) => !answer.endsWith('service_unavailable') && !seen.has(answer))).toEqual([])
})
