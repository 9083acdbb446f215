import { expect, test } from '../fixtures/test'
import { basic, consentWithoutPages, logInWithoutPages, postForm, refresh, tokensFor, tokensWithConsent, userinfo } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson } from '../fixtures/world'

async function signedIn(clientType = 'confidential', person = aPerson()) {
  const app = await anApp(await aCompany(), { clientType })
  const who = await person
  await consentWithoutPages(who, app, ALL_SCOPES)
  return { app, visitor: await logInWithoutPages(who) }
}

test.describe('userinfo', () => {
  test('answers GET and POST, with the token in the header or in a form', async ({ server }) => {
    const { app, visitor } = await signedIn()
    const { access_token } = await tokensFor(server, app, visitor, 'openid profile email given_name age_over_18')
    const expected = await (await userinfo(server, access_token)).json()
    const posted = await fetch(`${server}/oauth2/userinfo`, { method: 'POST', headers: { authorization: `bearer ${access_token}` } })
    expect(await posted.json()).toEqual(expected)
    const form = await fetch(`${server}/oauth2/userinfo`, { method: 'POST', body: new URLSearchParams({ access_token }) })
    expect(await form.json()).toEqual(expected)
    expect(form.headers.get('access-control-allow-origin')).toBe('*')
  })

  test('gives the claims of the granted scopes; unknown ones are left out', async ({ server }) => {
    const { app, visitor } = await signedIn('confidential', aPerson({ given_name: 'Ola', locale: 'pl' }))
    const { access_token } = await tokensFor(server, app, visitor, 'openid profile email age_over_18')
    const claims = (await (await userinfo(server, access_token)).json()) as Record<string, unknown>
    expect(Object.keys(claims).sort()).toEqual(['email', 'email_verified', 'given_name', 'locale', 'name', 'sub'])
    expect(claims).toMatchObject({ name: 'Ola', given_name: 'Ola', locale: 'pl', email_verified: true })
    expect(claims.email).toMatch(/^[a-z2-7]{16}@alias\.localhost$/)
    expect(claims.email).not.toContain(visitor.person.email)
  })

  test('tells adults from minors without the birth date', async ({ server }) => {
    for (const [birthdate, adult] of [
      ['1990-05-01', true],
      [`${new Date().getUTCFullYear() - 10}-01-01`, false],
    ] as const) {
      const { app, visitor } = await signedIn('confidential', aPerson({}, { birthdate }))
      const { access_token } = await tokensFor(server, app, visitor, 'openid age_over_18')
      const claims = (await (await userinfo(server, access_token)).json()) as object
      expect(claims).toEqual({ sub: expect.any(String), age_over_18: adult })
    }
  })

  test('without a token: 401 with a bare challenge', async ({ server }) => {
    for (const url of [`${server}/oauth2/userinfo`, `${server}/oauth2/userinfo?access_token=sga_x`]) {
      const response = await fetch(url)
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toBe('Bearer realm="signet"')
    }
  })

  for (const header of ['Bearer x', 'Bearer', `Bearer sga_${'0'.repeat(49)}`, 'Bearer a b']) {
    test(`"${header.slice(0, 20)}": 401 invalid_token`, async ({ server }) => {
      const response = await fetch(`${server}/oauth2/userinfo`, { headers: { authorization: header } })
      expect(response.status).toBe(401)
      expect(response.headers.get('www-authenticate')).toContain('error="invalid_token"')
      expect(((await response.json()) as { error: string }).error).toBe('invalid_token')
    })
  }

  test('a refresh token or a code is no access token', async ({ server }) => {
    const { app, visitor } = await signedIn()
    const { refresh_token } = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    expect((await userinfo(server, refresh_token as string)).status).toBe(401)
  })
})

test.describe('revoke', () => {
  test('an access token revokes only itself', async ({ server }) => {
    const { app, visitor } = await signedIn()
    const tokens = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    const response = await postForm(server, '/oauth2/revoke', app, { token: tokens.access_token })
    expect(response.status).toBe(200)
    expect(await response.text()).toBe('')
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
    expect((await refresh(server, app, tokens.refresh_token as string)).status).toBe(200)
  })

  test('a refresh token revokes every token of its grant, and the consent stays', async ({ server }) => {
    const { app, visitor } = await signedIn()
    const tokens = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    expect((await postForm(server, '/oauth2/revoke', app, { token: tokens.refresh_token, token_type_hint: 'access_token' })).status).toBe(200)
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
    expect((await refresh(server, app, tokens.refresh_token as string)).status).toBe(400)
    expect((await tokensFor(server, app, visitor, 'openid')).scope).toBe('openid')
  })

  test("unknown tokens and another client's tokens: 200 and no effect", async ({ server }) => {
    const { app, visitor } = await signedIn()
    const tokens = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    const other = await anApp(await aCompany())
    for (const token of ['nonsense', tokens.access_token, tokens.refresh_token as string]) {
      expect((await postForm(server, '/oauth2/revoke', other, { token })).status).toBe(200)
    }
    expect((await userinfo(server, tokens.access_token)).status).toBe(200)
    expect((await refresh(server, app, tokens.refresh_token as string)).status).toBe(200)
  })

  test('bad client credentials → 401 invalid_client, no token → invalid_request', async ({ server }) => {
    const { app } = await signedIn()
    const wrong = await postForm(server, '/oauth2/revoke', app, { token: 'x' }, { authorization: basic(app, 'sgs_bad') })
    expect(wrong.status).toBe(401)
    expect((await postForm(server, '/oauth2/revoke', app, {})).status).toBe(400)
  })

  test('a public client sends its client_id in the form', async ({ server }) => {
    const { app, visitor } = await signedIn('mobile')
    const tokens = await tokensFor(server, app, visitor, 'openid')
    expect((await postForm(server, '/oauth2/revoke', app, { token: tokens.access_token })).status).toBe(200)
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
  })
})

test.describe('discovery and keys', () => {
  test('both documents are the same and point at this issuer only', async ({ server }) => {
    const [first, second] = await Promise.all(
      ['openid-configuration', 'oauth-authorization-server'].map(
        async (name) => (await fetch(`${server}/.well-known/${name}`)).json() as Promise<Record<string, unknown>>,
      ),
    )
    expect(second).toEqual(first)
    expect(first).toMatchObject({
      issuer: server,
      subject_types_supported: ['pairwise'],
      response_types_supported: ['code'],
      code_challenge_methods_supported: ['S256'],
      authorization_response_iss_parameter_supported: true,
    })
    for (const [name, value] of Object.entries(first as object))
      if (/_endpoint$|_uri$/.test(name)) expect(String(value).startsWith(`${server}/`)).toBe(true)
  })

  test('the key set holds public keys only', async ({ server }) => {
    const { keys } = (await (await fetch(`${server}/.well-known/jwks.json`)).json()) as { keys: Record<string, string>[] }
    expect(keys.length).toBeGreaterThan(0)
    for (const key of keys) {
      expect(key.kid && key.alg && key.use === 'sig').toBeTruthy()
      for (const secret of ['d', 'p', 'q', 'dp', 'dq', 'qi', 'k']) expect(key[secret]).toBeUndefined()
    }
  })

  test('nothing is derived from Host or X-Forwarded headers', async ({ server }) => {
    const response = await fetch(`${server}/.well-known/openid-configuration`, {
      headers: { 'x-forwarded-host': 'evil.example', 'x-forwarded-proto': 'https' },
    })
    expect(((await response.json()) as { issuer: string }).issuer).toBe(server)
  })

  test('every answer carries a request id', async ({ server }) => {
    for (const path of ['/.well-known/jwks.json', '/oauth2/userinfo', '/oauth2/auth', '/api/v1/me', '/api/nope']) {
      expect((await fetch(server + path, { redirect: 'manual' })).headers.get('x-request-id'), path).toMatch(/^req_[0-9A-Za-z]{22}$/)
    }
  })
})
