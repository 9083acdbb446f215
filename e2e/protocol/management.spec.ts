import { invalidateApiKey } from '#lib/companies/invalidate-api-key'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { SCOPES } from '#lib/scopes/catalog'
import { expect, test } from '../fixtures/test'
import { consentWithoutPages } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, type TestCompany } from '../fixtures/world'

const call = (server: string, company: TestCompany | null, method: string, path: string, body?: unknown, headers: Record<string, string> = {}) =>
  fetch(`${server}${path}`, {
    method,
    headers: {
      ...(company && { authorization: `Bearer ${company.apiKey}` }),
      ...(body !== undefined && { 'content-type': 'application/json' }),
      ...headers,
    },
    body:
      body === undefined || typeof body === 'string'
        ? (body as string | undefined)
        : Buffer.isBuffer(body)
          ? new Uint8Array(body)
          : JSON.stringify(body),
  })

const GOOD = { name: 'Shop', redirect_uris: ['https://shop.example/cb'], scopes: ['email'] }

test.describe('creating an app with an API key', () => {
  test('201 with Location, the app and its secret, which is shown this once', async ({ server }) => {
    const company = await aCompany()
    const response = await call(server, company, 'POST', '/api/v1/apps', GOOD)
    expect(response.status).toBe(201)
    const app = (await response.json()) as Record<string, unknown>
    expect(response.headers.get('location')).toBe(`/api/v1/apps/${app.id}`)
    expect(app).toMatchObject({ name: 'Shop', client_type: 'confidential', scopes: ['openid', 'email'], status: 'active' })
    expect(app.client_secret).toMatch(/^sgs_[0-9A-Za-z]{49}$/)
    expect(app.created_at).toMatch(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$/)
    const read = (await (await call(server, company, 'GET', `/api/v1/apps/${app.id}`)).json()) as Record<string, unknown>
    expect(read).not.toHaveProperty('client_secret')
    const list = (await (await call(server, company, 'GET', '/api/v1/apps')).json()) as { data: unknown[] }
    expect(list.data).toEqual([read])
  })

  for (const clientType of ['public', 'spa', 'mobile', 'native']) {
    test(`a ${clientType} client has no secret and keeps the type as given`, async ({ server }) => {
      const response = await call(server, await aCompany(), 'POST', '/api/v1/apps', {
        ...GOOD,
        client_type: clientType,
        redirect_uris: ['com.shop.app:/cb'],
      })
      expect(await response.json()).toMatchObject({ client_type: clientType, client_secret: null })
    })
  }

  const BAD: [title: string, body: unknown, error: string, mentions: string][] = [
    ['no name', { ...GOOD, name: undefined }, 'invalid_request', 'name'],
    ['an empty name', { ...GOOD, name: '  ' }, 'invalid_request', 'name'],
    ['a name of 101 characters', { ...GOOD, name: 'x'.repeat(101) }, 'invalid_request', 'name'],
    ['a name with a NUL', { ...GOOD, name: 'a\u0000b' }, 'invalid_request', 'name'],
    ['a name with a lone surrogate', '{"name":"\\ud800","redirect_uris":["https://a.example/"],"scopes":[]}', 'invalid_request', 'name'],
    ['a name with a bidi override', { ...GOOD, name: 'Shop\u202Eknab' }, 'invalid_request', 'invisible'],
    ['a name of nothing visible', { ...GOOD, name: '\u3164' }, 'invalid_request', 'invisible'],
    ['a name with tag characters', { ...GOOD, name: 'Shop\u{E0041}' }, 'invalid_request', 'invisible'],
    ['a Latin name with a Cyrillic letter', { ...GOOD, name: 'PayP\u0430l' }, 'invalid_request', 'mix scripts'],
    ['a name that is a number', { ...GOOD, name: 7 }, 'invalid_request', '7'],
    ['no redirect_uris', { ...GOOD, redirect_uris: [] }, 'invalid_request', 'redirect_uris'],
    [
      '21 redirect_uris',
      { ...GOOD, redirect_uris: Array.from({ length: 21 }, (_, i) => `https://a.example/${i}`) },
      'invalid_request',
      'redirect_uris',
    ],
    ['an http address', { ...GOOD, redirect_uris: ['http://shop.example/cb'] }, 'invalid_redirect_uri', 'http://shop.example/cb'],
    ['a fragment', { ...GOOD, redirect_uris: ['https://shop.example/#x'] }, 'invalid_redirect_uri', '#'],
    ['a private-use scheme for a confidential client', { ...GOOD, redirect_uris: ['com.shop.app:/cb'] }, 'invalid_redirect_uri', 'com.shop.app'],
    ['an address with a code in it', { ...GOOD, redirect_uris: ['https://shop.example/cb?code=1'] }, 'invalid_redirect_uri', 'code=1'],
    ['an unknown scope', { ...GOOD, scopes: ['openid', 'no_such_scope'] }, 'invalid_scope', 'no_such_scope'],
    ['no scopes', { ...GOOD, scopes: undefined }, 'invalid_request', 'scopes'],
    ['an unknown client_type', { ...GOOD, client_type: 'desktop' }, 'invalid_client_type', 'desktop'],
    ['an unknown field', { ...GOOD, logo: 'x' }, 'invalid_request', 'logo'],
    ['an array', [GOOD], 'invalid_request', 'body'],
    ['broken JSON', '{"name":', 'invalid_json', 'JSON'],
    ['no body at all', '', 'invalid_json', 'JSON'],
    ['invalid UTF-8 in JSON', Buffer.from('{"name":"\xff"}', 'latin1'), 'invalid_json', 'UTF-8'],
  ]
  for (const [title, body, error, mentions] of BAD) {
    test(`${title} → 400 ${error}, naming it`, async ({ server }) => {
      const response = await call(server, await aCompany(), 'POST', '/api/v1/apps', body)
      expect(response.status).toBe(400)
      const answer = (await response.json()) as { error: string; message: string }
      expect(Object.keys(answer).sort()).toEqual(['error', 'message'])
      expect(answer.error).toBe(error)
      expect(answer.message).toContain(mentions)
    })
  }
})

test.describe('changing an app', () => {
  test('PATCH changes what it names and nothing else', async ({ server }) => {
    const company = await aCompany()
    const app = await anApp(company)
    const response = await call(server, company, 'PATCH', `/api/v1/apps/${app.id}`, { name: 'New name', status: 'inactive' })
    expect(response.status).toBe(200)
    expect(await response.json()).toMatchObject({ name: 'New name', status: 'inactive', redirect_uris: [app.redirect_uri], scopes: app.scopes })
  })

  test('the optional fields have their defaults, can be set at creation and changed one by one', async ({ server }) => {
    const company = await aCompany()
    const plain = (await (await call(server, company, 'POST', '/api/v1/apps', GOOD)).json()) as Record<string, unknown>
    expect(plain).toMatchObject({ post_logout_redirect_uris: [], require_auth_time: false, omit_iss_in_errors: false })
    const settings = { post_logout_redirect_uris: ['https://shop.example/goodbye'], require_auth_time: true, omit_iss_in_errors: true }
    const app = (await (await call(server, company, 'POST', '/api/v1/apps', { ...GOOD, ...settings })).json()) as Record<string, unknown>
    expect(app).toMatchObject(settings)
    for (const [change, left] of [
      [{ require_auth_time: false }, { ...settings, require_auth_time: false }],
      [{ omit_iss_in_errors: false }, { ...settings, require_auth_time: false, omit_iss_in_errors: false }],
      [{ post_logout_redirect_uris: [] }, { post_logout_redirect_uris: [], require_auth_time: false, omit_iss_in_errors: false }],
    ]) {
      const changed = await call(server, company, 'PATCH', `/api/v1/apps/${app.id}`, change)
      expect([changed.status, await changed.json()]).toEqual([200, expect.objectContaining({ ...GOOD, scopes: ['openid', 'email'], ...left })])
    }
  })

  for (const [title, body, error] of [
    [
      '21 addresses after logging out',
      { post_logout_redirect_uris: Array.from({ length: 21 }, (_, i) => `https://a.example/${i}`) },
      'invalid_request',
    ],
    ['an http address after logging out', { post_logout_redirect_uris: ['http://a.example/'] }, 'invalid_redirect_uri'],
    ['an address after logging out, twice', { post_logout_redirect_uris: ['https://a.example/', 'https://a.example/'] }, 'invalid_redirect_uri'],
    ['a switch that is a text', { require_auth_time: 'true' }, 'invalid_request'],
    ['an empty body', {}, 'invalid_request'],
    ['an immutable field', { client_id: 'x' }, 'invalid_request'],
    ['an unknown status', { status: 'deleted' }, 'invalid_status'],
    ['an unknown scope', { scopes: ['nope'] }, 'invalid_scope'],
  ] as const) {
    test(`${title} → ${error}`, async ({ server }) => {
      const company = await aCompany()
      const response = await call(server, company, 'PATCH', `/api/v1/apps/${(await anApp(company)).id}`, body)
      expect(response.status).toBe(400)
      expect(((await response.json()) as { error: string }).error).toBe(error)
    })
  }

  test('an address of this server itself is refused, but for the trial log-ins of the app', async ({ server }) => {
    const company = await aCompany()
    const [app, other] = [await anApp(company), await anApp(company)]
    const change = async (body: object) => (await call(server, company, 'PATCH', `/api/v1/apps/${app.id}`, body)).status
    const callback = (id: string) => `${server}/company/apps/${id}/playground/callback`
    expect(await change({ redirect_uris: [`${server}/account`] })).toBe(400)
    expect(await change({ redirect_uris: [callback(other.id)] })).toBe(400)
    expect(await change({ post_logout_redirect_uris: [`${server}/account`] })).toBe(400)
    expect(await change({ redirect_uris: [app.redirect_uri, callback(app.id)] })).toBe(200)
  })

  test('rotate-secret answers the new secret; a public app has none to rotate', async ({ server }) => {
    const company = await aCompany()
    const app = await anApp(company)
    const rotated = (await (await call(server, company, 'POST', `/api/v1/apps/${app.id}/rotate-secret`)).json()) as Record<string, string>
    expect(Object.keys(rotated).sort()).toEqual(['client_id', 'client_secret', 'id'])
    expect(rotated.client_secret).not.toBe(app.client_secret)
    const browserApp = await anApp(company, { clientType: 'spa' })
    const refused = await call(server, company, 'POST', `/api/v1/apps/${browserApp.id}/rotate-secret`)
    expect([refused.status, ((await refused.json()) as { error: string }).error]).toEqual([400, 'invalid_client_type'])
  })
})

test.describe('what a company may see', () => {
  test('authorizations hold sub, alias and scopes, in one order at every call, in pages', async ({ server }) => {
    const company = await aCompany()
    const app = await anApp(company)
    for (let i = 0; i < 3; i++) await consentWithoutPages(await aPerson(), app, ['openid', 'email'])
    const path = `/api/v1/apps/${app.id}/authorizations`
    const first = (await (await call(server, company, 'GET', `${path}?limit=2`)).json()) as { data: { sub: string }[]; next_cursor: string }
    const second = (await (await call(server, company, 'GET', `${path}?limit=2&cursor=${first.next_cursor}`)).json()) as typeof first
    const rows = [...first.data, ...second.data]
    expect(second.next_cursor).toBeNull()
    const whole = (await (await call(server, company, 'GET', path)).json()) as { data: { sub: string }[] }
    expect(rows).toEqual(whole.data)
    expect(new Set(rows.map((row) => row.sub)).size).toBe(rows.length)
    for (const row of rows)
      expect(row).toEqual({ sub: expect.any(String), alias: expect.stringMatching(/^[a-z2-7]{16}@alias\.localhost$/), scopes: ['openid', 'email'] })
  })

  test('a foreign app is a missing one on every route, byte for byte', async ({ server }) => {
    const [mine, theirs] = [await aCompany(), await aCompany()]
    const foreign = (await anApp(theirs)).id
    const missing = 'app_0000000000000000000000'
    const routes: [string, string, unknown?][] = [
      ['GET', ''],
      ['PATCH', '', { name: 'x' }],
      ['POST', '/rotate-secret'],
      ['GET', '/authorizations'],
    ]
    for (const [method, suffix, body] of routes) {
      const [one, other, odd] = await Promise.all(
        [foreign, missing, '%00'].map((id) => call(server, mine, method, `/api/v1/apps/${id}${suffix}`, body)),
      )
      for (const response of [one, other, odd]) expect(response?.status).toBe(404)
      expect(await one?.text()).toBe(await other?.text())
    }
  })

  test('an invalidated key gets 401 at the very next request, other keys go on', async ({ server }) => {
    const company = await aCompany()
    const { id, apiKey } = await issueApiKey(company.actor, 'Second key')
    const second = { ...company, apiKey }
    expect((await call(server, second, 'GET', '/api/v1/me')).status).toBe(200)
    await invalidateApiKey(company.actor, id)
    expect((await call(server, second, 'GET', '/api/v1/me')).status).toBe(401)
    expect((await call(server, company, 'GET', '/api/v1/me')).status).toBe(200)
    await expect(invalidateApiKey((await aCompany()).actor, id)).rejects.toMatchObject({ code: 'not_found' })
  })

  test('missing, malformed, unknown and invalidated keys get one and the same 401', async ({ server }) => {
    const answers = await Promise.all(
      [undefined, 'Bearer', 'Bearer x', 'Basic abc', `Bearer sgk_${'0'.repeat(49)}`].map((authorization) =>
        fetch(`${server}/api/v1/me`, { headers: authorization === undefined ? {} : { authorization } }),
      ),
    )
    const bodies = await Promise.all(answers.map((answer) => answer.text()))
    expect(new Set(bodies).size).toBe(1)
    for (const answer of answers) {
      expect(answer.status).toBe(401)
      expect(answer.headers.get('www-authenticate')).toBe('Bearer realm="signet"')
    }
  })

  test('unknown paths are 404, wrong methods 405 with Allow, wrong types 415, big bodies 413, all in one shape', async ({ server }) => {
    const company = await aCompany()
    const cases: [Response, number, string][] = [
      [await call(server, company, 'GET', '/api/v2/apps'), 404, 'not_found'],
      [await call(server, company, 'GET', '/v1/none'), 404, 'not_found'],
      [await call(server, company, 'DELETE', '/api/v1/apps'), 405, 'method_not_allowed'],
      [await call(server, company, 'OPTIONS', '/api/v1/me'), 405, 'method_not_allowed'],
      [await call(server, company, 'POST', '/api/v1/apps', 'x', { 'content-type': 'text/plain' }), 415, 'unsupported_media_type'],
      [await call(server, company, 'POST', '/api/v1/apps', { name: 'x'.repeat(70_000) }), 413, 'payload_too_large'],
    ]
    for (const [response, status, error] of cases) {
      expect(response.status).toBe(status)
      const body = (await response.json()) as Record<string, string>
      expect([Object.keys(body).sort(), body.error]).toEqual([['error', 'message'], error])
      expect(response.headers.get('link')).toBe(`<${server}/docs/errors#api-${error}>; rel="help"; type="text/html"`)
    }
  })

  test('the scope catalog lists every scope with its claims', async ({ server }) => {
    const { data } = (await (await call(server, await aCompany(), 'GET', '/api/v1/scopes')).json()) as {
      data: { name: string; always_granted: boolean }[]
    }
    expect(data.map((scope) => scope.name)).toEqual(SCOPES.map(({ name }) => name))
    expect(data.filter((scope) => scope.always_granted).map((scope) => scope.name)).toEqual(['openid'])
  })
})
