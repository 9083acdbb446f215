import { createHash } from 'node:crypto'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { newId, randomBase62 } from '#lib/core/random-id'
import { shardOfCompany } from '#lib/core/shard'
import { aCode, aGrant } from '../../e2e/fixtures/grants'
import { aCompany, anApp } from '../../e2e/fixtures/world'
import { ROUTES } from '../http/routes'
import { aCaller, bodyOf, call } from '../http/test-call'
import { fromWeb, toWeb } from '../http/web-message'
import { listLogOperation } from './contract'
import { readCharts } from './read-charts'
import { findRequest, listRequests, readCallers, readRateUse } from './read-requests'
import type { LineFilter } from './read-store'
import { flushRequestLog, recordRequest } from './recorder'
import type { Seen } from './seen'
import { sumDays } from './sum-days'

afterAll(closeDatabase)

const ALL: LineFilter = { callerId: null, isFailed: false, code: null }
const ask = <Row extends object>(text: string, values: unknown[] = []) => sql.query(statement<Row>(`test_${randomBase62(8)}`, text), values)

async function linesOf(companyId: string, filter: Partial<LineFilter> = {}) {
  await flushRequestLog()
  return (await listRequests(companyId, { ...ALL, ...filter }, undefined)).lines
}

async function send(path: string, init: RequestInit & { query?: string } = {}) {
  const endpoint = ROUTES.find((one) => one.path === path)
  if (!endpoint) throw new Error(path)
  const request = new Request(`http://localhost:3000${path}${init.query ?? ''}`, init)
  return toWeb(await endpoint.handle(fromWeb(request), {}), request)
}

const post = (path: string, form: Record<string, string>, headers: Record<string, string> = {}) =>
  send(path, { method: 'POST', body: new URLSearchParams(form), headers })

const seen = (fields: Partial<Seen>): Seen => ({
  id: newId('req'),
  caller: { companyId: newId('cmp'), keyId: newId('key') },
  endpoint: 'GET /api/v1/me',
  status: 200,
  code: null,
  reason: null,
  took: 3,
  library: null,
  isProven: true,
  ...fields,
})

describe('what a company sees of its requests', () => {
  it('each call of a key with its endpoint, status, code, time class and library, found by the id that its answer had', async () => {
    const caller = await aCaller()
    const me = await call(caller, 'GET /api/v1/me', { headers: { 'user-agent': 'python-requests/2.32.3' } })
    await call(caller, 'GET /api/v1/apps/:id', { id: newId('app') })
    const lines = await linesOf(caller.actor.companyId)
    expect(lines).toMatchObject([
      { endpoint: 'GET /api/v1/apps/:id', status: 404, code: 'not_found', caller_id: caller.keyId, caller: 'Key' },
      { endpoint: 'GET /api/v1/me', status: 200, code: null, library: 'Requests (Python)', latency: expect.any(Number) },
    ])
    const id = me.headers.get('x-request-id') as string
    expect(await findRequest(caller.actor.companyId, id)).toMatchObject([{ request_id: id }])
    expect(await linesOf(caller.actor.companyId, { isFailed: true })).toHaveLength(1)
    expect(await linesOf(caller.actor.companyId, { isFailed: true, callerId: caller.keyId, code: 'not_found' })).toHaveLength(1)
    expect(await linesOf(caller.actor.companyId, { isFailed: true, callerId: caller.keyId, code: 'conflict' })).toHaveLength(0)
  })

  it('nothing of another company: not by its id, not by its app, not by its request', async () => {
    const [mine, theirs] = [await aCaller(), await aCaller()]
    const id = (await call(theirs, 'GET /api/v1/me')).headers.get('x-request-id') as string
    await flushRequestLog()
    expect(await findRequest(mine.actor.companyId, id)).toEqual([])
    expect(await linesOf(mine.actor.companyId, { callerId: theirs.keyId })).toEqual([])
    expect(await readCallers(mine.actor.companyId, theirs.keyId)).toBeNull()
    expect((await readCallers(theirs.actor.companyId, theirs.keyId))?.keys).toContainEqual({ id: theirs.keyId, name: 'Key' })
  })

  it('why an exchange of its own failed where that follows from what it sent, and no more than the code where it is about a person', async () => {
    const { client, company, app, grantId } = await aGrant()
    const { code } = await aCode(grantId)
    const proof = { client_id: client.clientId, client_secret: client.clientSecret as string }
    const exchange = { grant_type: 'authorization_code', redirect_uri: 'https://a.example/cb', ...proof }
    await post('/oauth2/token', { ...exchange, code, code_verifier: 'wrong'.repeat(10) })
    await post('/oauth2/token', { ...exchange, code: 'sgc_unknown', code_verifier: 'x'.repeat(43) })
    await ask('DELETE FROM grants WHERE id = $1', [grantId])
    await post('/oauth2/token', { ...exchange, code, code_verifier: 'x'.repeat(43) })
    await post('/oauth2/token', { ...exchange, code, client_secret: 'sgs_wrong' })
    const lines = await linesOf(company.actor.companyId, { callerId: app.id })
    expect(lines.map(({ code, reason }) => [code, reason]).reverse()).toEqual([
      ['invalid_grant', 'verifier_wrong'],
      ['invalid_grant', 'code_malformed'],
      ['invalid_grant', null],
      ['invalid_client', 'client_secret_wrong'],
    ])
  })

  it('of a visit of a browser only what follows from the request: a line is the same whoever is logged in, however long it took', async () => {
    const company = await aCompany()
    const app = await anApp(company)
    const request = (extra: Record<string, string>) =>
      `?${new URLSearchParams({ client_id: app.client_id, redirect_uri: app.redirect_uri, response_type: 'code', scope: 'openid', state: 's', ...extra })}`
    const challenge = createHash('sha256').update('v').digest('base64url')
    const pkce = { code_challenge: challenge, code_challenge_method: 'S256' }
    for (const extra of [
      pkce,
      { ...pkce, prompt: 'none' },
      { ...pkce, scope: 'openid nonsense' },
      { ...pkce, redirect_uri: 'https://other.example/' },
    ]) {
      await send('/oauth2/auth', { query: request(extra), headers: { 'user-agent': 'Mozilla/5.0 (Windows) Firefox/149.0' } })
    }
    const lines = await linesOf(company.actor.companyId)
    expect(lines.map(({ status, code, reason }) => [status, code, reason]).reverse()).toEqual([
      [303, null, null],
      [303, null, null],
      [expect.any(Number), 'invalid_scope', 'scope_not_granted'],
      [400, 'invalid_redirect_uri', 'redirect_uri_unregistered'],
    ])
    for (const { latency, library } of lines) expect([latency, library]).toEqual([null, null])
  })

  it('nothing of calls with an access token: whether one still works is its person’s affair', async () => {
    const { company, client, grantId } = await aGrant()
    await aCode(grantId)
    await send('/oauth2/userinfo', { headers: { authorization: 'Bearer sga_something' } })
    expect(client.clientId).toBeTruthy()
    expect(await linesOf(company.actor.companyId)).toEqual([])
  })

  it('a program reads the same lines page by page, of an app or a key, refused ones alone, or one by its id, and none of another company', async () => {
    const [mine, theirs] = [await aCaller(), await aCaller()]
    const { id: appId } = await anApp({ ...mine, name: '', email: '', password: '' })
    const refusedId = (await call(mine, 'GET /api/v1/apps/:id', { id: newId('app') })).headers.get('x-request-id') as string
    await flushRequestLog()
    for (let n = 0; n < 3; n++) await call(mine, 'GET /api/v1/me', { headers: { 'user-agent': 'Go-http-client/2.0' } })
    await flushRequestLog()
    type Page = { data: { request_id: string; endpoint: string }[]; next_cursor: string | null; error?: string }
    const read = async (query = '', caller = mine) => bodyOf<Page>(await call(caller, 'GET /api/v1/log', { query }))
    const first = await read('?limit=3')
    expect(first.data).toHaveLength(3)
    expect(first.data[0]).toEqual({
      request_id: expect.stringMatching(/^req_/),
      created_at: expect.stringMatching(/Z$/),
      app_id: null,
      api_key_id: mine.keyId,
      endpoint: 'GET /api/v1/me',
      status: 200,
      code: null,
      reason: null,
      latency: expect.stringMatching(/^(under|over)_\d+ms$/),
      library: 'Go',
    })
    expect((await read(`?limit=3&cursor=${first.next_cursor}`)).data.map(({ request_id }) => request_id)).toEqual([refusedId])
    expect((await read('?failed=true')).data.map(({ request_id }) => request_id)).toEqual([refusedId])
    expect((await read(`?request_id=${refusedId}`)).data).toHaveLength(1)
    expect((await read(`?api_key_id=${mine.keyId}`)).data.length).toBeGreaterThan(3)
    expect((await read(`?app_id=${appId}`)).data).toEqual([])
    for (const query of [`?request_id=${refusedId}`, '?request_id=x'])
      expect(await read(query, theirs), query).toEqual({ data: [], next_cursor: null })
    // Of another company, of nobody, and of the other kind: one answer.
    for (const id of [mine.keyId, newId('key'), appId, 'x'])
      expect(await read(`?api_key_id=${id}`, theirs), id).toMatchObject({
        error: 'invalid_request',
        message: 'api_key_id: is no key of yours',
      })
    for (const id of [appId, newId('app'), theirs.keyId, 'x'])
      expect(await read(`?app_id=${id}`, theirs), id).toMatchObject({ error: 'invalid_request', message: 'app_id: is no app of yours' })
    expect(await read('?cursor=x')).toMatchObject({ error: 'invalid_request' })
  })

  it('a line that a program reads has no room for a person, a token or an address either', () => {
    const line = {
      request_id: newId('req'),
      created_at: '2026-11-21T09:30:00Z',
      app_id: newId('app'),
      api_key_id: null,
      endpoint: 'POST /oauth2/token',
      status: 400,
      code: 'invalid_grant',
      reason: 'verifier_wrong',
      latency: 'under_10ms',
      library: 'Go',
    }
    const isTaken = (fields: object) => listLogOperation.output.safeParse({ data: [{ ...line, ...fields }], next_cursor: null }).success
    expect(isTaken({})).toBe(true)
    for (const text of ['jo.miller@people.example', '203.0.113.77', `sga_${randomBase62(43)}`, '/callback?code=1', 'Jo Miller', randomBase62(43)])
      for (const field of ['endpoint', 'code', 'reason', 'latency', 'library', 'created_at', 'path'])
        expect(isTaken({ [field]: text }), `${field}: ${text}`).toBe(false)
  })

  it('charts count every request, also those that are too many to be listed, and failures by code and reason', async () => {
    const caller = { companyId: newId('cmp'), keyId: newId('key') }
    for (let n = 0; n < 220; n++) recordRequest(seen({ caller, took: 400 }))
    recordRequest(seen({ caller, status: 400, code: 'invalid_request', reason: 'code_missing' }))
    await flushRequestLog()
    const listed = await linesOf(caller.companyId)
    expect(listed).toHaveLength(50)
    const { lines: older } = await listRequests(caller.companyId, ALL, `${listed.at(-1)?.at.getTime()}_${listed.at(-1)?.request_id}`)
    expect(listed.length + older.length).toBe(100)
    const charts = await readCharts(caller.companyId, caller.keyId, 'day')
    expect(charts).toMatchObject({ total: 221, failed: 1, latency: [1, 0, 0, 220, 0] })
    expect(charts.failures).toEqual([{ code: 'invalid_request', count: 1, reasons: [{ reason: 'code_missing', count: 1 }] }])
    expect(charts.buckets).toHaveLength(24)
    expect((await readCharts(caller.companyId, caller.companyId, 'month')).total).toBe(221)
    expect((await readCharts(caller.companyId, caller.companyId, 'week')).buckets.at(-1)).toMatchObject({ good: 220, failed: 1 })
  })

  it('a chart of days is the same before and after hours became days, and hours that a chart of a day asks for stay hours', async () => {
    const caller = { companyId: newId('cmp'), keyId: newId('key') }
    recordRequest(seen({ caller }))
    recordRequest(seen({ caller, status: 400, code: 'invalid_grant', reason: 'code_expired' }))
    await flushRequestLog()
    // As many at the same hour of each of the days before, and of yesterday's hours one more each.
    await ask(
      `INSERT INTO request_counts (shard, subject_id, hour, endpoint, code, reason, latency, count, expires_at)
       SELECT shard, subject_id, hour - make_interval(hours => n), '', code, reason, latency, count + n, expires_at - make_interval(hours => n)
       FROM request_counts, generate_series(1, 24 * 35) n WHERE subject_id = $1 AND (n <= 24 OR n % 24 = 0 OR n % 7 = 0)`,
      [caller.companyId],
    )
    const read = () => Promise.all((['day', 'week', 'month'] as const).map((range) => readCharts(caller.companyId, caller.companyId, range)))
    const before = await read()
    expect(before.map(({ buckets }) => buckets.filter(({ good, failed }) => good > 0 && failed > 0).length)).toEqual([24, 7, 30])
    await sumDays()
    const left = await ask<{ hours: number; days: number }>(
      `SELECT (SELECT count(DISTINCT hour)::int FROM request_counts WHERE subject_id = $1) AS hours,
         (SELECT count(DISTINCT day)::int FROM request_days WHERE subject_id = $1) AS days`,
      [caller.companyId],
    )
    expect(left[0]?.hours).toBeLessThan(48)
    expect(left[0]?.days).toBeGreaterThan(28)
    expect(await read()).toEqual(before)
    await sumDays()
    expect(await read()).toEqual(before)
  })

  it('what strangers send in the name of an app fills few lines, and pushes out none of its own', async () => {
    const caller = { companyId: newId('cmp'), keyId: newId('key') }
    for (let n = 0; n < 200; n++) recordRequest(seen({ caller, isProven: false, code: 'invalid_client', status: 401 }))
    recordRequest(seen({ caller }))
    const lines = await linesOf(caller.companyId)
    expect(lines).toHaveLength(11)
    expect(lines.filter(({ code }) => code === null)).toHaveLength(1)
  })

  it('the last minute against the limits, of the company and of each key', async () => {
    const caller = await aCaller()
    for (let n = 0; n < 3; n++) await call(caller, 'GET /api/v1/me')
    const { company, keys } = await readRateUse(caller.actor.companyId)
    expect(company).toEqual({ used: 3, limit: 1200 })
    expect(keys).toEqual([{ id: caller.keyId, name: 'Key', used: 3, limit: 600 }])
  })

  it('a long list goes on where it ended', async () => {
    const caller = { companyId: newId('cmp'), keyId: newId('key') }
    const ids: string[] = []
    for (let turn = 0; turn < 2; turn++) {
      for (let n = 0; n < 40; n++) {
        const one = seen({ caller })
        ids.push(one.id)
        recordRequest(one)
      }
      await flushRequestLog()
    }
    const first = await listRequests(caller.companyId, ALL, undefined)
    const second = await listRequests(caller.companyId, ALL, first.next ?? '')
    expect([first.lines.length, second.lines.length, second.next]).toEqual([50, 30, null])
    expect([...first.lines, ...second.lines].map(({ request_id }) => request_id).sort()).toEqual(ids.sort())
  })
})

describe('the table', () => {
  it('has no room for a person, a token, an address or any other text', async () => {
    const put = (column: string, text: string) =>
      ask(
        `INSERT INTO request_lines (shard, request_id, company_id, caller_id, at, endpoint, status, code, reason, library, expires_at)
         SELECT company_shard(coalesce($2, $7)), coalesce($1, $6), coalesce($2, $7), coalesce($3, $8), now(), coalesce($4, 'GET /api/v1/me'), 200, $5, $9, $10, now()`,
        ['request_id', 'company_id', 'caller_id', 'endpoint', 'code']
          .map((name) => (name === column ? text : null))
          .concat(newId('req'), newId('cmp'), newId('key'), column === 'reason' ? text : null, column === 'library' ? text : null),
      )
    await put('none', '')
    const texts = ['jo.miller@people.example', '203.0.113.77', `sga_${randomBase62(43)}`, 'Jo Miller 1990-02-28', 'Jo Miller', randomBase62(43)]
    for (const column of ['request_id', 'company_id', 'caller_id', 'endpoint', 'code', 'reason', 'library'])
      for (const text of texts) await expect(put(column, text), `${column}: ${text}`).rejects.toThrow('check constraint')
    const columns = await ask<{ type: string }>(
      `SELECT DISTINCT data_type::text AS type FROM information_schema.columns WHERE table_name = 'request_lines' AND data_type NOT IN ('text', 'smallint', 'timestamp with time zone')`,
    )
    expect(columns).toEqual([])
  })

  it('takes every endpoint and every name of a library there is', async () => {
    const { companyId, keyId } = { companyId: newId('cmp'), keyId: newId('key') }
    const { LIBRARIES } = await import('#lib/core/client-library')
    for (const { path } of ROUTES.filter((route) => /^\/(api|oauth2|v1)/.test(route.path))) {
      recordRequest(seen({ caller: { companyId, keyId }, endpoint: `DELETE ${path}` }))
      await flushRequestLog()
    }
    for (const [, library] of LIBRARIES) recordRequest(seen({ caller: { companyId, keyId }, library }))
    await flushRequestLog()
    const [{ listed } = { listed: 0 }] = await ask<{ listed: number }>(
      'SELECT count(*)::int AS listed FROM request_lines WHERE shard = $2 AND company_id = $1',
      [companyId, shardOfCompany(companyId)],
    )
    expect(listed).toBe(ROUTES.filter((route) => /^\/(api|oauth2|v1)/.test(route.path)).length + LIBRARIES.length)
  })
})
