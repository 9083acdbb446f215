import { decodeJwt, decodeProtectedHeader, jwtVerify } from 'jose'
import { afterAll, describe, expect, it, vi } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { jsonWebKeySet } from '#lib/oauth/keys/keys'
import { aReceiver } from '#lib/webhooks/testing/a-receiver'
import { whileDelivering } from '#lib/webhooks/testing/while-delivering'
import { aCaller, bodyOf, type Caller, call } from './test-call'

// Only the embedded default sends to this machine.
vi.hoisted(() => {
  process.env.EMBEDDED = '1'
})

afterAll(closeDatabase)
whileDelivering()

const REVOKED = 'https://schemas.openid.net/secevent/caep/event-type/session-revoked'
const CREDENTIAL = 'https://schemas.openid.net/secevent/caep/event-type/credential-change'
const VERIFICATION = 'https://schemas.openid.net/secevent/ssf/event-type/verification'
const UNKNOWN = 'https://schemas.example/event-type/nothing'
const [PUSH, POLL] = ['urn:ietf:rfc:8935', 'urn:ietf:rfc:8936']

type Stream = Record<string, unknown> & { stream_id: string; delivery: { method: string; endpoint_url: string } }

const create = (caller: Caller, body: object = {}) => call(caller, 'POST /api/v1/ssf/stream', { body: { events_requested: [REVOKED], ...body } })
const aStream = async (caller: Caller, body: object = {}) => bodyOf<Stream>(await create(caller, body))
const statusOf = async (caller: Caller, id: string) => (await call(caller, 'GET /api/v1/ssf/status', { query: `?stream_id=${id}` })).json()
const setStatus = (caller: Caller, stream_id: string, status: string) => call(caller, 'POST /api/v1/ssf/status', { body: { stream_id, status } })
const verify = (caller: Caller, stream_id: string, state?: string) => call(caller, 'POST /api/v1/ssf/verify', { body: { stream_id, state } })
const poll = async (caller: Caller, id: string, body: object = {}) =>
  bodyOf<{ sets: Record<string, string>; moreAvailable: boolean }>(
    await call(caller, 'POST /api/v1/ssf/poll/:id', { id, body: { returnImmediately: true, ...body } }),
  )
const RESTED = statement<object>('test_verification_rested', `UPDATE signal_streams SET verify_after = NULL WHERE webhook_id = $1`)
const rest = (id: string) => sql.query(RESTED, [id])
// Nothing of a stream while something of it is under way: that would be asking for it once more.
const DUE = statement<object>(
  'test_signals_now_due',
  `WITH idle AS (SELECT id FROM webhooks WHERE id = $1 AND lease_until IS NULL FOR NO KEY UPDATE), due AS (
     UPDATE webhook_deliveries d SET due_at = clock_timestamp() FROM idle WHERE d.webhook_id = idle.id AND d.due_at IS NOT NULL
   ) UPDATE webhooks w SET due_at = clock_timestamp() FROM idle WHERE w.id = idle.id`,
)

async function openSet(set: string) {
  const { keys } = await jsonWebKeySet()
  const header = decodeProtectedHeader(set)
  const key = keys.find(({ kid }) => kid === header.kid)
  const { payload } = await jwtVerify(set, key as NonNullable<typeof key>, { typ: 'secevent+jwt', algorithms: ['RS256'] })
  return { header, payload }
}

it('the configuration names its issuer, keys, endpoints and both ways of delivery', async () => {
  const answer = await call(null, 'GET /.well-known/ssf-configuration')
  const configuration = await bodyOf<Record<string, string> & { authorization_schemes: { spec_urn: string }[] }>(answer)
  const issuer = process.env.BASE_URL as string
  expect(configuration).toMatchObject({ spec_version: '1_0', issuer, default_subjects: 'ALL', delivery_methods_supported: [PUSH, POLL] })
  expect(configuration.authorization_schemes.map(({ spec_urn }) => spec_urn)).toContain('urn:ietf:rfc:6749')
  const endpoints = Object.entries(configuration).filter(([name]) => /(_endpoint|jwks_uri)$/.test(name))
  expect(endpoints).toHaveLength(6)
  for (const [, url] of endpoints) expect(String(url).startsWith(`${issuer}/`)).toBe(true)
})

describe('a stream', () => {
  it('is made, read, listed, changed, replaced and removed', async () => {
    const caller = await aCaller()
    expect(await bodyOf(await call(caller, 'GET /api/v1/ssf/stream'))).toEqual([])
    const made = await create(caller, { description: 'A note', events_requested: [REVOKED, CREDENTIAL, UNKNOWN] })
    expect(made.status).toBe(201)
    const stream = await bodyOf<Stream>(made)
    expect(stream).toMatchObject({
      iss: process.env.BASE_URL,
      aud: caller.actor.companyId,
      description: 'A note',
      events_requested: [REVOKED, CREDENTIAL, UNKNOWN],
      events_delivered: [REVOKED, CREDENTIAL],
      delivery: { method: POLL, endpoint_url: `${process.env.BASE_URL}/api/v1/ssf/poll/${stream.stream_id}` },
    })
    const query = `?stream_id=${stream.stream_id}`
    const read = async () => bodyOf<Stream>(await call(caller, 'GET /api/v1/ssf/stream', { query }))
    expect(await read()).toEqual(stream)
    expect(await bodyOf(await call(caller, 'GET /api/v1/ssf/stream'))).toEqual([stream])

    const delivery = { method: PUSH, endpoint_url: 'https://shop.example/signals', authorization_header: 'Bearer x' }
    const patched = await call(caller, 'PATCH /api/v1/ssf/stream', { body: { stream_id: stream.stream_id, delivery, aud: stream.aud } })
    expect(patched.status).toBe(200)
    expect(await bodyOf(patched)).toEqual({ ...stream, delivery: { method: PUSH, endpoint_url: 'https://shop.example/signals' } })
    expect(await read()).toEqual({ ...stream, delivery: { method: PUSH, endpoint_url: 'https://shop.example/signals' } })

    const put = await call(caller, 'PUT /api/v1/ssf/stream', {
      body: { ...stream, delivery: undefined, description: undefined, events_requested: [REVOKED], events_delivered: undefined },
    })
    const { description: _, ...rest } = stream
    expect(await bodyOf(put)).toEqual({ ...rest, events_requested: [REVOKED], events_delivered: [REVOKED] })
    expect((await call(caller, 'DELETE /api/v1/ssf/stream', { query })).status).toBe(204)
    expect((await call(caller, 'DELETE /api/v1/ssf/stream', { query })).status).toBe(404)
    expect((await call(caller, 'GET /api/v1/ssf/stream', { query })).status).toBe(404)
  })

  it('is one of its company: a second one is a conflict, also at the same moment', async () => {
    const caller = await aCaller()
    const answers = await Promise.all([create(caller), create(caller), create(caller)])
    expect(answers.map(({ status }) => status).toSorted()).toEqual([201, 409, 409])
  })

  it.each([
    [{ delivery: { method: 'urn:ietf:rfc:9999' } }],
    [{ delivery: { method: PUSH } }],
    [{ delivery: { method: PUSH, endpoint_url: 'https://10.0.0.1/' } }],
    [{ delivery: { method: PUSH, endpoint_url: 'ftp://shop.example/' } }],
    [{ delivery: { method: PUSH, endpoint_url: 'https://shop.example/', authorization_header: 'a\r\nb: c' } }],
    [{ events_requested: 'all' }],
    [{ events_requested: ['with space'] }],
  ])('is not made of %o', async (body) => {
    const caller = await aCaller()
    expect((await create(caller, body)).status).toBe(400)
    expect(await bodyOf(await call(caller, 'GET /api/v1/ssf/stream'))).toEqual([])
  })

  it('says of its own things what it said before, and takes no other word for them', async () => {
    const caller = await aCaller()
    const { stream_id, ...stream } = await aStream(caller)
    const patch = (body: object) => call(caller, 'PATCH /api/v1/ssf/stream', { body: { stream_id, ...body } })
    for (const name of ['iss', 'aud', 'events_supported', 'events_delivered', 'min_verification_interval']) {
      expect([name, (await patch({ [name]: stream[name] })).status]).toEqual([name, 200])
      expect([name, (await patch({ [name]: 'other' })).status]).toEqual([name, 400])
    }
  })

  it('of another company is missing, whatever is asked of it', async () => {
    const [one, other] = [await aCaller(), await aCaller()]
    const { stream_id } = await aStream(one)
    await aStream(other)
    const [query, subject] = [`?stream_id=${stream_id}`, { format: 'iss_sub', iss: 'x', sub: 'y' }]
    const answers = [
      call(other, 'GET /api/v1/ssf/stream', { query }),
      call(other, 'PATCH /api/v1/ssf/stream', { body: { stream_id, description: 'x' } }),
      call(other, 'PUT /api/v1/ssf/stream', { body: { stream_id } }),
      call(other, 'DELETE /api/v1/ssf/stream', { query }),
      call(other, 'GET /api/v1/ssf/status', { query }),
      setStatus(other, stream_id, 'disabled'),
      call(other, 'POST /api/v1/ssf/subjects:add', { body: { stream_id, subject } }),
      call(other, 'POST /api/v1/ssf/subjects:remove', { body: { stream_id, subject } }),
      verify(other, stream_id),
      call(other, 'POST /api/v1/ssf/poll/:id', { id: stream_id, body: {} }),
      call(other, 'POST /api/v1/ssf/poll/:id', { id: newId('whk'), body: {} }),
    ]
    for (const answer of answers) expect((await answer).status).toBe(404)
    expect((await call(one, 'GET /api/v1/webhooks/:id', { id: stream_id })).status).toBe(404)
    expect(await bodyOf(await call(one, 'GET /api/v1/webhooks'))).toMatchObject({ data: [] })
  })

  it('answers nobody without a key, and calls a wrong one so', async () => {
    for (const [caller, word] of [
      [null, ''],
      [{ apiKey: 'sgk_wrong' }, ', error="invalid_token"'],
    ] as const) {
      const answer = await call(caller, 'POST /api/v1/ssf/poll/:id', { id: newId('whk'), body: {} })
      expect([answer.status, answer.headers.get('www-authenticate')]).toEqual([401, `Bearer realm="signet"${word}`])
    }
  })
})

describe('a polled stream', () => {
  it('proves itself: the state comes back in a signed token about the stream', async () => {
    const caller = await aCaller()
    const { stream_id, aud } = await aStream(caller)
    expect((await verify(caller, stream_id, 'a state')).status).toBe(204)
    const { sets, moreAvailable } = await poll(caller, stream_id)
    expect(moreAvailable).toBe(false)
    const [[jti = '', set = ''] = []] = Object.entries(sets)
    const { header, payload } = await openSet(set)
    expect(header).toMatchObject({ typ: 'secevent+jwt', alg: 'RS256' })
    expect(payload).toEqual({
      iss: process.env.BASE_URL,
      aud,
      jti,
      txn: jti,
      iat: expect.any(Number),
      sub_id: { format: 'opaque', id: stream_id },
      events: { [VERIFICATION]: { state: 'a state' } },
    })
    expect(payload.iat as number).toBeLessThanOrEqual(Date.now() / 1000)
  })

  it('gives what is not acknowledged again, the same, and what is acknowledged or reported no more', async () => {
    const caller = await aCaller()
    const { stream_id } = await aStream(caller)
    await verify(caller, stream_id, 'one')
    const first = await poll(caller, stream_id)
    expect(Object.keys(first.sets)).toHaveLength(1)
    expect(await poll(caller, stream_id)).toEqual(first)
    expect(await poll(caller, stream_id, { maxEvents: 0, ack: Object.keys(first.sets) })).toEqual({ sets: {}, moreAvailable: false })
    expect(await poll(caller, stream_id)).toEqual({ sets: {}, moreAvailable: false })
    await rest(stream_id)
    await verify(caller, stream_id, 'two')
    const [jti = ''] = Object.keys((await poll(caller, stream_id)).sets)
    const setErrs = { [jti]: { err: 'invalid_request', description: 'no' }, nothing: { err: 'x' } }
    expect(await poll(caller, stream_id, { maxEvents: 0, setErrs })).toEqual({ sets: {}, moreAvailable: false })
    expect(await poll(caller, stream_id)).toEqual({ sets: {}, moreAvailable: false })
  })

  it('gives no more than was asked for and says that there is more', async () => {
    const caller = await aCaller()
    const { stream_id } = await aStream(caller)
    await verify(caller, stream_id, 'one')
    await rest(stream_id)
    expect((await verify(caller, stream_id, 'two')).status).toBe(204)
    const { sets, moreAvailable } = await poll(caller, stream_id, { maxEvents: 1 })
    expect([Object.keys(sets).length, moreAvailable]).toEqual([1, true])
    expect(await poll(caller, stream_id, { maxEvents: 0 })).toEqual({ sets: {}, moreAvailable: true })
  })

  it('waits for a signal where it may', async () => {
    const caller = await aCaller()
    const { stream_id } = await aStream(caller)
    const waiting = poll(caller, stream_id, { returnImmediately: false })
    await verify(caller, stream_id, 'late')
    expect(Object.keys((await waiting).sets)).toHaveLength(1)
  })

  it('keeps what comes while it is paused, and loses what comes while it is disabled', async () => {
    const caller = await aCaller()
    const { stream_id } = await aStream(caller)
    expect(await statusOf(caller, stream_id)).toEqual({ stream_id, status: 'enabled' })
    expect(await bodyOf(await setStatus(caller, stream_id, 'paused'))).toEqual({ stream_id, status: 'paused' })
    expect((await verify(caller, stream_id, 'kept')).status).toBe(204)
    expect((await poll(caller, stream_id)).sets).toEqual({})
    await setStatus(caller, stream_id, 'enabled')
    const { sets } = await poll(caller, stream_id)
    expect(Object.values(sets).map((set) => decodeJwt(set).events)).toEqual([{ [VERIFICATION]: { state: 'kept' } }])
    await poll(caller, stream_id, { ack: Object.keys(sets) })
    await setStatus(caller, stream_id, 'disabled')
    await rest(stream_id)
    expect((await verify(caller, stream_id, 'lost')).status).toBe(204)
    await setStatus(caller, stream_id, 'enabled')
    expect((await poll(caller, stream_id)).sets).toEqual({})
    expect((await setStatus(caller, stream_id, 'asleep')).status).toBe(400)
  })

  it('is not asked to prove itself without a rest', async () => {
    const caller = await aCaller()
    const { stream_id } = await aStream(caller)
    await verify(caller, stream_id)
    const refused = await verify(caller, stream_id)
    expect([refused.status, Boolean(refused.headers.get('retry-after'))]).toEqual([429, true])
    expect((await call(caller, 'POST /api/v1/ssf/verify', { body: '{"stream_id": ' })).status).toBe(400)
  })
})

describe('a pushed stream', () => {
  it('sends signed tokens with the header it was given, tries again what is not taken, and rests while it is paused', async () => {
    const caller = await aCaller()
    const receiver = await aReceiver((response, _, nth) => {
      response.statusCode = nth === 1 ? 503 : 202
      response.end()
    })
    const delivery = { method: PUSH, endpoint_url: receiver.url, authorization_header: 'Bearer of theirs' }
    const { stream_id } = await aStream(caller, { delivery })
    await verify(caller, stream_id, 'pushed')
    await expect.poll(() => receiver.received.length).toBe(1)
    await expect
      .poll(async () => {
        await sql.query(DUE, [stream_id])
        return receiver.received.length
      })
      .toBeGreaterThan(1)
    const [first, second] = receiver.received
    expect(first?.headers).toMatchObject({
      'content-type': 'application/secevent+jwt',
      accept: 'application/json',
      authorization: 'Bearer of theirs',
    })
    expect(second?.body).toBe(first?.body)
    expect((await openSet(first?.body ?? '')).payload.events).toEqual({ [VERIFICATION]: { state: 'pushed' } })
    const before = receiver.received.length
    await setStatus(caller, stream_id, 'paused')
    await rest(stream_id)
    await verify(caller, stream_id, 'held')
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(receiver.received).toHaveLength(before)
    await setStatus(caller, stream_id, 'enabled')
    await expect.poll(() => receiver.received.length).toBe(before + 1)
    receiver.close()
  })

  it('sends no header where none was given, and none any more once a change leaves it out', async () => {
    const caller = await aCaller()
    const receiver = await aReceiver()
    const { stream_id } = await aStream(caller, { delivery: { method: PUSH, endpoint_url: receiver.url, authorization_header: 'Bearer x' } })
    await call(caller, 'PATCH /api/v1/ssf/stream', { body: { stream_id, delivery: { method: PUSH, endpoint_url: receiver.url } } })
    await verify(caller, stream_id)
    await expect.poll(() => receiver.received.length).toBe(1)
    expect(receiver.received[0]?.headers.authorization).toBeUndefined()
    receiver.close()
  })

  it('is told so once more when it is switched off for good', async () => {
    const caller = await aCaller()
    const receiver = await aReceiver((response) => {
      response.statusCode = 410
      response.end()
    })
    const { stream_id } = await aStream(caller, { delivery: { method: PUSH, endpoint_url: receiver.url } })
    await verify(caller, stream_id)
    await expect.poll(() => receiver.received.length).toBe(2)
    const { payload } = await openSet(receiver.received[1]?.body ?? '')
    expect(payload.events).toMatchObject({ 'https://schemas.openid.net/secevent/ssf/event-type/stream-updated': { status: 'disabled' } })
    expect(await statusOf(caller, stream_id)).toMatchObject({ status: 'disabled' })
    receiver.close()
  })
})

it('nobody learns from subjects whether there is such a person', async () => {
  const caller = await aCaller()
  const { stream_id } = await aStream(caller)
  const change = (what: 'add' | 'remove', subject: object) =>
    call(caller, `POST /api/v1/ssf/subjects:${what}`, { body: { stream_id, subject, verified: true } })
  for (const subject of [
    { format: 'email', email: 'example.user@example.com' },
    { format: 'iss_sub', iss: process.env.BASE_URL, sub: 'nobody' },
    { format: 'iss_sub', iss: 'https://elsewhere.example', sub: 'x' },
    { format: 'opaque', id: 'x' },
  ]) {
    for (const [what, status] of [
      ['add', 200],
      ['remove', 204],
    ] as const) {
      const answer = await change(what, subject)
      expect([answer.status, await answer.text()]).toEqual([status, ''])
    }
  }
  expect((await change('add', { format: 'iss_sub' })).status).toBe(400)
})
