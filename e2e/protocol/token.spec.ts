import { createHash } from 'node:crypto'
import { createRemoteJWKSet, jwtVerify } from 'jose'
import { rotateSecret } from '#lib/apps/rotate-secret'
import { updateApp } from '#lib/apps/update-app'
import { withdrawAccess } from '#lib/grants/end-grants'
import { challengeOf, newVerifier } from '../fixtures/pkce'
import { expect, test } from '../fixtures/test'
import {
  basic,
  consentWithoutPages,
  exchange,
  logInWithoutPages,
  postForm,
  refresh,
  silentCode,
  tokensFor,
  tokensWithConsent,
  userinfo,
  type Visitor,
} from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, type TestApp, type TestCompany } from '../fixtures/world'

type World = { company: TestCompany; app: TestApp; visitor: Visitor }

async function aWorld(clientType = 'confidential', granted = ALL_SCOPES): Promise<World> {
  const company = await aCompany()
  const app = await anApp(company, { clientType })
  const person = await aPerson()
  await consentWithoutPages(
    person,
    app,
    granted,
    ALL_SCOPES.filter((scope) => !granted.includes(scope)),
  )
  return { company, app, visitor: await logInWithoutPages(person) }
}

async function expectError(response: Response, status: number, error: string) {
  expect(response.status).toBe(status)
  expect(response.headers.get('content-type')).toContain('application/json')
  expect(response.headers.get('cache-control')).toBe('no-store')
  const body = (await response.json()) as Record<string, unknown>
  expect(Object.keys(body).sort()).toEqual(['error', 'error_description', 'error_uri'])
  expect(body.error).toBe(error)
  expect(body.error_uri).toMatch(new RegExp(`/docs/errors#oauth-${error}$`))
  if (error === 'invalid_client') expect(response.headers.get('www-authenticate')).toMatch(/^Basic /)
}

test.describe('a good exchange', () => {
  test('answers the fields of the contract and an id_token that verifies with the published keys', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const { code, verifier } = await silentCode(server, app, visitor, { scope: 'openid email', nonce: 'n-0S6_WzA2Mj "ü"' })
    const response = await exchange(server, app, code, verifier)
    expect(response.status).toBe(200)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('access-control-allow-origin')).toBe('*')
    const body = (await response.json()) as Record<string, string | number>
    expect(Object.keys(body).sort()).toEqual(['access_token', 'expires_in', 'id_token', 'scope', 'token_type'])
    expect(body).toMatchObject({ token_type: 'Bearer', expires_in: 3600, scope: 'openid email' })

    const keys = createRemoteJWKSet(new URL(`${server}/.well-known/jwks.json`))
    const { payload, protectedHeader } = await jwtVerify(String(body.id_token), keys, { issuer: server, audience: app.client_id })
    expect(protectedHeader.alg).toBe('RS256')
    expect(typeof payload.aud).toBe('string')
    expect(payload.nonce).toBe('n-0S6_WzA2Mj "ü"')
    expect((payload.exp as number) - (payload.iat as number)).toBe(3600)
    expect(payload.amr).toEqual(['pwd'])
    expect(payload.at_hash).toBe(createHash('sha256').update(String(body.access_token)).digest().subarray(0, 16).toString('base64url'))
    expect(Object.keys(payload).sort()).toEqual(['amr', 'at_hash', 'aud', 'exp', 'iat', 'iss', 'nonce', 'sub'])
    const claims = (await (await userinfo(server, String(body.access_token))).json()) as { sub: string }
    expect(claims.sub).toBe(payload.sub)
  })

  test('works with client_secret_post and without a nonce', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const { code, verifier } = await silentCode(server, app, visitor)
    const response = await fetch(`${server}/oauth2/token`, {
      method: 'POST',
      body: new URLSearchParams({
        grant_type: 'authorization_code', code, redirect_uri: app.redirect_uri, code_verifier: verifier, client_id: app.client_id, client_secret: app.client_secret ?? '',
      }), // biome-ignore format: one form
    })
    expect(response.status).toBe(200)
  })

  test('a public client authenticates with PKCE alone and gets no refresh token', async ({ server }) => {
    const { app, visitor } = await aWorld('spa')
    const tokens = await tokensWithConsent(server, app, visitor, 'openid offline_access email')
    expect(tokens.refresh_token).toBeUndefined()
    expect(tokens.scope).toBe('openid email')
  })

  test('a confidential client may leave PKCE out', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const { code } = await silentCode(server, app, visitor, { code_challenge: undefined, code_challenge_method: undefined })
    expect((await exchange(server, app, code, undefined)).status).toBe(200)
  })

  test('offline_access without prompt=consent is dropped silently', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const tokens = await tokensFor(server, app, visitor, 'openid offline_access')
    expect(tokens.refresh_token).toBeUndefined()
    expect(tokens.scope).toBe('openid')
  })

  test('offline_access declined on the screen gives no refresh token', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const tokens = await tokensWithConsent(server, app, visitor, 'openid offline_access', ['openid'])
    expect(tokens.refresh_token).toBeUndefined()
  })

  test('scopes the user declined are missing from scope and userinfo', async ({ server }) => {
    const { app, visitor } = await aWorld('confidential', ['openid', 'email'])
    const tokens = await tokensFor(server, app, visitor, 'openid email profile given_name')
    expect(tokens.scope).toBe('openid email')
    const claims = (await (await userinfo(server, tokens.access_token)).json()) as object
    expect(Object.keys(claims).sort()).toEqual(['email', 'email_verified', 'sub'])
  })
})

test.describe('PKCE', () => {
  const cases: [string, (verifier: string) => string | undefined, number][] = [
    ['the right verifier', (verifier) => verifier, 200],
    ['no verifier', () => undefined, 400],
    ['another verifier', () => newVerifier(), 400],
    ['the challenge itself', (verifier) => challengeOf(verifier), 400],
    ['the verifier in capitals', (verifier) => verifier.toUpperCase(), 400],
    ['the verifier and a space', (verifier) => `${verifier} `, 400],
    ['a verifier of 42 characters', () => 'a'.repeat(42), 400],
    ['a verifier of 129 characters', () => 'a'.repeat(129), 400],
    ['a verifier with a forbidden character', (verifier) => `${verifier}+`, 400],
  ]
  for (const clientType of ['confidential', 'public']) {
    for (const [title, verifierOf, status] of cases) {
      test(`${clientType}: ${title} → ${status === 200 ? 'tokens' : 'invalid_grant'}`, async ({ server }) => {
        const { app, visitor } = await aWorld(clientType)
        const { code, verifier } = await silentCode(server, app, visitor)
        const response = await exchange(server, app, code, verifierOf(verifier))
        if (status === 200) expect(response.status).toBe(200)
        else await expectError(response, 400, 'invalid_grant')
      })
    }
  }

  test('a verifier for a code without a challenge → invalid_grant', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const { code } = await silentCode(server, app, visitor, { code_challenge: undefined, code_challenge_method: undefined })
    await expectError(await exchange(server, app, code, newVerifier()), 400, 'invalid_grant')
  })

  for (const length of [43, 128]) {
    test(`a verifier of ${length} characters from the whole alphabet is accepted`, async ({ server }) => {
      const { app, visitor } = await aWorld()
      const verifier = 'AZaz09-._~'.repeat(13).slice(0, length)
      const { code } = await silentCode(server, app, visitor, { code_challenge: challengeOf(verifier) })
      expect((await exchange(server, app, code, verifier)).status).toBe(200)
    })
  }

  test('a wrong verifier, a wrong address and a wrong client do not burn the code', async ({ server }) => {
    const { app, visitor, company } = await aWorld()
    const other = await anApp(company, { redirectUris: [app.redirect_uri] })
    const { code, verifier } = await silentCode(server, app, visitor)
    await expectError(await exchange(server, app, code, newVerifier()), 400, 'invalid_grant')
    await expectError(await exchange(server, app, code, verifier, { redirect_uri: 'https://elsewhere.example/' }), 400, 'invalid_grant')
    await expectError(await exchange(server, other, code, verifier), 400, 'invalid_grant')
    await expectError(
      await postForm(
        server,
        '/oauth2/token',
        app,
        { grant_type: 'authorization_code', code, redirect_uri: app.redirect_uri, code_verifier: verifier },
        { authorization: basic(app, 'sgs_wrong') },
      ),
      401,
      'invalid_client',
    )
    expect((await exchange(server, app, code, verifier)).status).toBe(200)
  })
})

test.describe('token endpoint errors', () => {
  type Form = Record<string, string | undefined>
  type Case = [title: string, form: Form, headers: (app: TestApp) => Record<string, string>, status: number, error: string]
  const ok = () => ({})
  const CASES: Case[] = [
    ['no grant_type', { grant_type: undefined }, ok, 400, 'invalid_request'],
    ['an empty grant_type', { grant_type: '' }, ok, 400, 'invalid_request'],
    ['the password grant', { grant_type: 'password', username: 'a', password: 'b' }, ok, 400, 'unsupported_grant_type'],
    ['the client credentials grant', { grant_type: 'client_credentials' }, ok, 400, 'unsupported_grant_type'],
    ['no code', { code: undefined }, ok, 400, 'invalid_request'],
    ['no redirect_uri', { redirect_uri: undefined }, ok, 400, 'invalid_request'],
    ['no refresh_token', { grant_type: 'refresh_token' }, ok, 400, 'invalid_request'],
    ['a code that never was', { code: 'sgc_nothing' }, ok, 400, 'invalid_grant'],
    ['a code with a wrong checksum', { code: `sgc_${'a'.repeat(49)}` }, ok, 400, 'invalid_grant'],
    ['a code with a NUL', { code: 'a\u0000' }, ok, 400, 'invalid_request'],
    ['a refresh token that never was', { grant_type: 'refresh_token', refresh_token: 'sgr_x' }, ok, 400, 'invalid_grant'],
    ['a wrong secret', {}, (app) => ({ authorization: basic(app, 'wrong') }), 401, 'invalid_client'],
    ['an unknown client', {}, () => ({ authorization: `Basic ${btoa('cli_none:sgs_none')}` }), 401, 'invalid_client'],
    ['a malformed Basic header', {}, () => ({ authorization: 'Basic !!!' }), 401, 'invalid_client'],
    ['a Basic header without a colon', {}, () => ({ authorization: `Basic ${btoa('abc')}` }), 401, 'invalid_client'],
    ['a Bearer header', {}, () => ({ authorization: 'Bearer abc' }), 401, 'invalid_client'],
    ['two ways to authenticate', { client_secret: 'x' }, ok, 400, 'invalid_request'],
    ['a client_id that differs from the header', { client_id: 'cli_other' }, ok, 400, 'invalid_request'],
    ['another content type', {}, () => ({ 'content-type': 'application/json' }), 400, 'invalid_request'],
  ]
  for (const [title, form, headers, status, error] of CASES) {
    test(`${title} → ${error}`, async ({ server }) => {
      const app = await anApp(await aCompany())
      const fields = { grant_type: 'authorization_code', code: 'sgc_x', redirect_uri: app.redirect_uri, ...form }
      await expectError(await postForm(server, '/oauth2/token', app, fields, headers(app)), status, error)
    })
  }

  test('a confidential client without its secret → invalid_client', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const { code, verifier } = await silentCode(server, app, visitor)
    await expectError(await exchange(server, { ...app, client_secret: null }, code, verifier), 401, 'invalid_client')
  })

  test('a public client that sends a secret → invalid_client', async ({ server }) => {
    const { app, visitor } = await aWorld('public')
    const { code, verifier } = await silentCode(server, app, visitor)
    await expectError(await exchange(server, { ...app, client_secret: 'sgs_x' }, code, verifier), 401, 'invalid_client')
  })

  test('nobody at all → invalid_client', async ({ server }) => {
    const response = await fetch(`${server}/oauth2/token`, { method: 'POST', body: new URLSearchParams({ grant_type: 'authorization_code' }) })
    await expectError(response, 401, 'invalid_client')
  })

  test('a repeated parameter → invalid_request', async ({ server }) => {
    const app = await anApp(await aCompany())
    const response = await fetch(`${server}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: basic(app), 'content-type': 'application/x-www-form-urlencoded' },
      body: 'grant_type=authorization_code&grant_type=authorization_code&code=x&redirect_uri=y',
    })
    await expectError(response, 400, 'invalid_request')
  })

  test('a body over 64 KiB → 413', async ({ server }) => {
    const app = await anApp(await aCompany())
    const response = await postForm(server, '/oauth2/token', app, { grant_type: 'authorization_code', code: 'x'.repeat(70_000) })
    expect(response.status).toBe(413)
    expect(((await response.json()) as { error: string }).error).toBe('invalid_request')
  })

  test('GET → 405 with Allow, and OPTIONS answers the preflight', async ({ server }) => {
    const got = await fetch(`${server}/oauth2/token`)
    expect(got.status).toBe(405)
    expect(got.headers.get('allow')).toBe('POST, OPTIONS')
    const preflight = await fetch(`${server}/oauth2/token`, { method: 'OPTIONS' })
    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('Authorization')
    expect(preflight.headers.get('access-control-allow-credentials')).toBeNull()
  })
})

test.describe('replay, reuse and withdrawal', () => {
  test('a code used twice deletes the grant and everything issued under it', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const { code, verifier } = await silentCode(server, app, visitor)
    const tokens = (await (await exchange(server, app, code, verifier)).json()) as { access_token: string }
    expect((await userinfo(server, tokens.access_token)).status).toBe(200)
    await expectError(await exchange(server, app, code, verifier), 400, 'invalid_grant')
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
    await expect(silentCode(server, app, visitor)).rejects.toThrow('no code')
  })

  test('a replay with a wrong verifier deletes the grant too', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const { code, verifier } = await silentCode(server, app, visitor)
    const tokens = (await (await exchange(server, app, code, verifier)).json()) as { access_token: string }
    await expectError(await exchange(server, app, code, newVerifier()), 400, 'invalid_grant')
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
  })

  test("another client replaying a code changes nothing for its owner's grant", async ({ server }) => {
    const { app, visitor, company } = await aWorld()
    const { code, verifier } = await silentCode(server, app, visitor)
    const tokens = (await (await exchange(server, app, code, verifier)).json()) as { access_token: string }
    await expectError(await exchange(server, await anApp(company, { redirectUris: [app.redirect_uri] }), code, verifier), 400, 'invalid_grant')
    expect((await userinfo(server, tokens.access_token)).status).toBe(200)
  })

  test('a refresh token is replaced at each use and keeps auth_time', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const first = await tokensWithConsent(server, app, visitor, 'openid offline_access email')
    expect(first.refresh_token).toMatch(/^sgr_/)
    const second = (await (await refresh(server, app, first.refresh_token as string)).json()) as typeof first
    expect(second.refresh_token).not.toBe(first.refresh_token)
    const claims = (token: string) => JSON.parse(Buffer.from(token.split('.')[1] as string, 'base64url').toString()) as Record<string, unknown>
    for (const name of ['iss', 'sub', 'aud', 'auth_time', 'amr']) expect(claims(second.id_token)[name]).toEqual(claims(first.id_token)[name])
    expect((await refresh(server, app, second.refresh_token as string)).status).toBe(200)
  })

  test('a refresh token used twice deletes the grant', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const first = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    const second = (await (await refresh(server, app, first.refresh_token as string)).json()) as typeof first
    await expectError(await refresh(server, app, first.refresh_token as string), 400, 'invalid_grant')
    await expectError(await refresh(server, app, second.refresh_token as string), 400, 'invalid_grant')
    expect((await userinfo(server, second.access_token)).status).toBe(401)
  })

  test('a part of the scopes may be asked for at refresh, more than granted may not', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const first = await tokensWithConsent(server, app, visitor, 'openid offline_access email')
    await expectError(await refresh(server, app, first.refresh_token as string, { scope: 'openid profile' }), 400, 'invalid_scope')
    const narrowed = (await (await refresh(server, app, first.refresh_token as string, { scope: 'openid' })).json()) as typeof first
    expect(narrowed.scope).toBe('openid')
    const wide = (await (await refresh(server, app, narrowed.refresh_token as string)).json()) as typeof first
    expect(wide.scope).toBe('openid email offline_access')
  })

  test("another client's refresh token → invalid_grant, the grant stays", async ({ server }) => {
    const { app, visitor, company } = await aWorld()
    const tokens = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    await expectError(await refresh(server, await anApp(company), tokens.refresh_token as string), 400, 'invalid_grant')
    expect((await refresh(server, app, tokens.refresh_token as string)).status).toBe(200)
  })

  test('after withdrawal the very next userinfo is 401 and the very next refresh and exchange are invalid_grant', async ({ server }) => {
    const { app, visitor } = await aWorld()
    const tokens = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    const { code, verifier } = await silentCode(server, app, visitor)
    await withdrawAccess(visitor.person.id, app.id)
    const answer = await userinfo(server, tokens.access_token)
    expect(answer.status).toBe(401)
    expect(answer.headers.get('www-authenticate')).toContain('error="invalid_token"')
    await expectError(await refresh(server, app, tokens.refresh_token as string), 400, 'invalid_grant')
    await expectError(await exchange(server, app, code, verifier), 400, 'invalid_grant')
  })

  test('sub and alias survive withdrawal and differ between apps', async ({ server }) => {
    const { app, visitor, company } = await aWorld()
    const other = await anApp(company)
    await consentWithoutPages(visitor.person, other, ALL_SCOPES)
    const read = async (target: TestApp) =>
      (await (await userinfo(server, (await tokensFor(server, target, visitor, 'openid email')).access_token)).json()) as {
        sub: string
        email: string
      }
    const before = await read(app)
    const elsewhere = await read(other)
    expect(elsewhere.sub).not.toBe(before.sub)
    expect(elsewhere.email).not.toBe(before.email)
    await withdrawAccess(visitor.person.id, app.id)
    await consentWithoutPages(visitor.person, app, ALL_SCOPES)
    expect(await read(app)).toEqual(before)
  })

  test('the old secret dies with rotation, and an inactive app loses everything at once', async ({ server }) => {
    const { app, visitor, company } = await aWorld()
    const tokens = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    const { client_secret } = await rotateSecret(company.actor, app.id)
    await expectError(await refresh(server, app, tokens.refresh_token as string), 401, 'invalid_client')
    const renewed = { ...app, client_secret }
    await updateApp(company.actor, app.id, { status: 'inactive' })
    await expectError(await refresh(server, renewed, tokens.refresh_token as string), 401, 'invalid_client')
    expect((await userinfo(server, tokens.access_token)).status).toBe(401)
    await updateApp(company.actor, app.id, { status: 'active' })
    expect((await refresh(server, renewed, tokens.refresh_token as string)).status).toBe(200)
  })

  test('a scope taken from the app narrows live tokens at once', async ({ server }) => {
    const { app, visitor, company } = await aWorld()
    const tokens = await tokensFor(server, app, visitor, 'openid email given_name')
    await updateApp(company.actor, app.id, { scopes: ['openid', 'given_name'] })
    const claims = (await (await userinfo(server, tokens.access_token)).json()) as object
    expect(Object.keys(claims).sort()).toEqual(['given_name', 'sub'])
  })
})
