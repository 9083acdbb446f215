import { updateApp } from '#lib/apps/update-app'
import { expect, test } from '../fixtures/test'
import { authorizationUrl, authorize, consentWithoutPages, locationOf, logInWithoutPages, silentCode } from '../fixtures/visitor'
import { aCompany, anApp, aPerson, aVerifiedCompany, type TestApp } from '../fixtures/world'

const CHALLENGE = 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM'

test.describe('errors shown to the person, never redirected', () => {
  test('an unknown client_id gets a 400 page naming invalid_client', async ({ server }) => {
    const app = await anApp(await aCompany())
    const response = await authorize(server, app, { client_id: 'cli_0000000000000000000000' })
    expect(response.status).toBe(400)
    expect(response.headers.get('location')).toBeNull()
    expect(response.headers.get('content-type')).toContain('text/html')
    expect(await response.text()).toContain('invalid_client')
  })

  test('a missing client_id gets a 400 page naming invalid_client', async ({ server }) => {
    const response = await authorize(server, await anApp(await aCompany()), { client_id: undefined })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('invalid_client')
  })

  test('an inactive app gets a 400 page naming invalid_client', async ({ server }) => {
    const company = await aCompany()
    const app = await anApp(company)
    await updateApp(company.actor, app.id, { status: 'inactive' })
    const response = await authorize(server, app)
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('invalid_client')
  })

  test('a missing redirect_uri gets a 400 page naming invalid_redirect_uri', async ({ server }) => {
    const response = await authorize(server, await anApp(await aCompany()), { redirect_uri: undefined })
    expect(response.status).toBe(400)
    expect(await response.text()).toContain('invalid_redirect_uri')
  })

  for (const name of ['client_id', 'redirect_uri']) {
    test(`a repeated ${name} gets a 400 page`, async ({ server }) => {
      const app = await anApp(await aCompany())
      const url = new URL(authorizationUrl(server, app))
      url.searchParams.append(name, url.searchParams.get(name) as string)
      const response = await fetch(url, { redirect: 'manual' })
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
    })
  }

  test('the page never shows the addresses that are registered', async ({ server }) => {
    const app = await anApp(await aCompany())
    const response = await authorize(server, app, { redirect_uri: 'https://somewhere-else.example/' })
    expect(await response.text()).not.toContain(new URL(app.redirect_uri).host)
  })
})

type Row = [title: string, parameters: Record<string, string | undefined>, error: string]

const ROWS: Row[] = [
  ['response_type missing', { response_type: undefined }, 'invalid_request'],
  ['response_type token', { response_type: 'token' }, 'unsupported_response_type'],
  ['response_type code id_token', { response_type: 'code id_token' }, 'unsupported_response_type'],
  ['response_type CODE', { response_type: 'CODE' }, 'unsupported_response_type'],
  ['scope missing', { scope: undefined }, 'invalid_scope'],
  ['scope without openid', { scope: 'email' }, 'invalid_scope'],
  ['an unknown scope', { scope: 'openid address' }, 'invalid_scope'],
  ['a scope with markup', { scope: 'openid <script>' }, 'invalid_scope'],
  ['a scope the app was not granted', { scope: 'openid age_over_18' }, 'invalid_scope'],
  ['code_challenge_method plain', { code_challenge: CHALLENGE, code_challenge_method: 'plain' }, 'invalid_request'],
  ['a challenge without a method', { code_challenge: CHALLENGE }, 'invalid_request'],
  ['a method without a challenge', { code_challenge_method: 'S256' }, 'invalid_request'],
  ['a challenge of 42 characters', { code_challenge: 'a'.repeat(42), code_challenge_method: 'S256' }, 'invalid_request'],
  ['a challenge of 129 characters', { code_challenge: 'a'.repeat(129), code_challenge_method: 'S256' }, 'invalid_request'],
  ['a padded challenge', { code_challenge: `${CHALLENGE}=`, code_challenge_method: 'S256' }, 'invalid_request'],
  ['an unknown prompt', { prompt: 'gently' }, 'invalid_request'],
  ['prompt none with login', { prompt: 'none login' }, 'invalid_request'],
  ['prompt none with consent', { prompt: 'consent none' }, 'invalid_request'],
  ['max_age that is no number', { max_age: 'soon' }, 'invalid_request'],
  ['a negative max_age', { max_age: '-1' }, 'invalid_request'],
  ['a request object', { request: 'eyJhbGciOiJub25lIn0.e30.' }, 'request_not_supported'],
  ['a request_uri', { request_uri: 'https://client.example/request' }, 'request_uri_not_supported'],
  ['an id_token_hint that is none', { id_token_hint: 'x.y.z' }, 'invalid_request'],
  ['a nonce with a NUL', { nonce: 'a\u0000b' }, 'invalid_request'],
  ['prompt none without a session', { prompt: 'none' }, 'login_required'],
]

test.describe('errors sent to the registered address', () => {
  let app: TestApp
  test.beforeAll(async () => {
    app = await anApp(await aVerifiedCompany(), { scopes: ['openid', 'email', 'profile'] })
  })

  for (const method of ['GET', 'POST'] as const) {
    for (const [title, parameters, error] of ROWS) {
      test(`${method}: ${title} → ${error}, with state and iss`, async ({ server }) => {
        const url = new URL(authorizationUrl(server, app, parameters))
        const response =
          method === 'GET'
            ? await fetch(url, { redirect: 'manual' })
            : await fetch(`${server}/oauth2/auth`, { method: 'POST', body: url.searchParams, redirect: 'manual' })
        expect(response.status).toBe(303)
        const location = locationOf(response)
        expect(location.href.startsWith(`${app.redirect_uri}?`)).toBe(true)
        expect(location.searchParams.get('error')).toBe(error)
        expect(location.searchParams.get('error_description')).toMatch(/^[\x20-\x21\x23-\x5b\x5d-\x7e]+$/)
        expect(location.searchParams.get('error_uri')).toBe(`${server}/docs/errors#oauth-${error}`)
        expect(location.searchParams.get('state')).toBe('st-1')
        expect(location.searchParams.get('iss')).toBe(server)
        expect(location.searchParams.has('code')).toBe(false)
      })
    }
  }

  for (const name of ['scope', 'state', 'nonce', 'response_type', 'prompt', 'unknown_one']) {
    test(`a repeated ${name} → invalid_request`, async ({ server }) => {
      const url = new URL(authorizationUrl(server, app, { [name]: name === 'scope' ? 'openid' : name === 'response_type' ? 'code' : 'login' }))
      url.searchParams.append(name, 'again')
      const response = await fetch(url, { redirect: 'manual' })
      expect(response.status).toBe(303)
      expect(locationOf(response).searchParams.get('error')).toBe('invalid_request')
    })
  }

  test('a public client without a challenge → invalid_request', async ({ server }) => {
    const browserApp = await anApp(await aVerifiedCompany(), { clientType: 'public' })
    const response = await authorize(server, browserApp)
    expect(locationOf(response).searchParams.get('error')).toBe('invalid_request')
  })

  test('prompt none with a session but no consent → consent_required', async ({ server }) => {
    const visitor = await logInWithoutPages(await aPerson())
    const response = await authorize(server, app, { prompt: 'none' }, visitor)
    expect(locationOf(response).searchParams.get('error')).toBe('consent_required')
  })

  test('prompt none with an older log-in than max_age allows → login_required', async ({ server }) => {
    const person = await aPerson()
    const visitor = await logInWithoutPages(person)
    await consentWithoutPages(person, app, ['openid'])
    await new Promise((resolve) => setTimeout(resolve, 1100))
    const response = await authorize(server, app, { prompt: 'none', max_age: '1' }, visitor)
    expect(locationOf(response).searchParams.get('error')).toBe('login_required')
  })

  test('an id_token_hint of somebody else with prompt none → login_required', async ({ server }) => {
    const [first, second] = [await aPerson(), await aPerson()]
    await consentWithoutPages(first, app, ['openid'])
    await consentWithoutPages(second, app, ['openid'])
    const visitor = await logInWithoutPages(first)
    const { code, verifier } = await silentCode(server, app, visitor)
    const { exchange } = await import('../fixtures/visitor')
    const { id_token } = (await (await exchange(server, app, code, verifier)).json()) as { id_token: string }
    const other = await authorize(server, app, { prompt: 'none', id_token_hint: id_token }, await logInWithoutPages(second))
    expect(locationOf(other).searchParams.get('error')).toBe('login_required')
    const same = await authorize(server, app, { prompt: 'none', id_token_hint: id_token }, visitor)
    expect(locationOf(same).searchParams.get('code')).toMatch(/^sgc_/)
  })
})

test.describe('what a good request gets', () => {
  test('without a session it is sent to the log-in page, and the state comes back untouched later', async ({ server }) => {
    const response = await authorize(server, await anApp(await aCompany()))
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toMatch(/^\/login\?interaction=int_[0-9A-Za-z]{22}$/)
    expect(response.headers.get('cache-control')).toBe('no-store')
  })

  test('with a session and remembered answers it gets a code, state and iss at once', async ({ server }) => {
    const app = await anApp(await aCompany())
    const person = await aPerson()
    await consentWithoutPages(person, app, ['openid'], ['email'])
    const response = await authorize(
      server,
      app,
      { scope: 'openid email', state: 'a b+c&d=e%', acr_values: 'x', unknown: 'ignored' },
      await logInWithoutPages(person),
    )
    const location = locationOf(response)
    expect(location.searchParams.get('code')).toMatch(/^sgc_[0-9A-Za-z]{49}$/)
    expect(location.searchParams.get('state')).toBe('a b+c&d=e%')
    expect(location.searchParams.get('iss')).toBe(server)
  })

  test('a scope nobody answered yet leads to the consent screen', async ({ server }) => {
    const app = await anApp(await aCompany())
    const person = await aPerson()
    await consentWithoutPages(person, app, ['openid'])
    const response = await authorize(server, app, { scope: 'openid email' }, await logInWithoutPages(person))
    expect(response.headers.get('location')).toMatch(/^\/consent\/int_/)
  })

  test('the query of a registered address is kept byte for byte', async ({ server }) => {
    const uri = 'https://client.example/cb?tenant=a%20b&x=1'
    const app = await anApp(await aVerifiedCompany(), { redirectUris: [uri] })
    const response = await authorize(server, app, { prompt: 'none' })
    expect(response.headers.get('location')?.startsWith(`${uri}&error=login_required`)).toBe(true)
  })

  test('an app that left iss out of error answers gets errors without it, and codes with it', async ({ server }) => {
    const app = await anApp(await aVerifiedCompany(), { settings: { omit_iss_in_errors: true } })
    const refused = locationOf(await authorize(server, app, { prompt: 'none', state: 's' }))
    expect([...refused.searchParams.keys()]).toEqual(['error', 'error_description', 'error_uri', 'state'])
    const person = await aPerson()
    await consentWithoutPages(person, app, ['openid'])
    const accepted = locationOf(await authorize(server, app, { scope: 'openid' }, await logInWithoutPages(person)))
    expect([accepted.searchParams.has('code'), accepted.searchParams.get('iss')]).toEqual([true, server])
  })
})
