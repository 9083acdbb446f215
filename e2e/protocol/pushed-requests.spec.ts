import { sql, statement } from '#lib/core/db'
import { challengeOf, newVerifier } from '../fixtures/pkce'
import { expect, test } from '../fixtures/test'
import { authorize, basic, consentWithoutPages, exchange, locationOf, logInWithoutPages, postForm } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, aVerifiedCompany, type TestApp } from '../fixtures/world'

async function signedIn(clientType = 'confidential') {
  const app = await anApp(await aVerifiedCompany(), { clientType })
  const person = await aPerson()
  await consentWithoutPages(person, app, ALL_SCOPES)
  return { app, visitor: await logInWithoutPages(person) }
}

const push = (server: string, app: TestApp, fields: Record<string, string | undefined> = {}, headers: Record<string, string> = {}) =>
  postForm(
    server,
    '/oauth2/par',
    app,
    { redirect_uri: app.redirect_uri, response_type: 'code', scope: 'openid', state: 'pushed', ...fields },
    headers,
  )

const pushed = async (response: Response) => (await response.json()) as { request_uri: string; expires_in: number; error: string }

/** The browser's half: nothing but the client and the address. */
const go = (server: string, app: TestApp, request_uri: string, visitor?: Awaited<ReturnType<typeof signedIn>>['visitor']) =>
  authorize(server, app, { request_uri, redirect_uri: undefined, response_type: undefined, scope: undefined, state: undefined }, visitor)

test.describe('pushed authorization requests', () => {
  for (const clientType of ['confidential', 'native']) {
    test(`a ${clientType} app sends its request ahead and gets a code for it`, async ({ server }) => {
      const { app, visitor } = await signedIn(clientType)
      const verifier = newVerifier()
      const response = await push(server, app, { code_challenge: challengeOf(verifier), code_challenge_method: 'S256', nonce: 'n-1' })
      expect(response.status).toBe(201)
      expect(response.headers.get('cache-control')).toBe('no-store')
      const { request_uri, expires_in } = await pushed(response)
      expect(request_uri).toMatch(/^urn:ietf:params:oauth:request_uri:sgp_/)
      expect(expires_in).toBe(60)

      const location = locationOf(await go(server, app, request_uri, visitor))
      expect(location.href).toContain(`${app.redirect_uri}?code=`)
      expect(location.searchParams.get('state')).toBe('pushed')
      expect((await exchange(server, app, location.searchParams.get('code') as string, verifier)).status).toBe(200)
    })
  }

  test('what the browser adds counts for nothing', async ({ server }) => {
    const { app, visitor } = await signedIn()
    const { request_uri } = await pushed(await push(server, app))
    const response = await authorize(server, app, { request_uri, state: 'forged', prompt: 'consent', redirect_uri: 'https://evil.example/' }, visitor)
    const location = locationOf(response)
    expect(location.searchParams.get('state')).toBe('pushed')
    expect(location.searchParams.get('code')).toBeTruthy()
  })

  test('a request is good for one code, for a minute and for its own client', async ({ server }) => {
    const { app, visitor } = await signedIn()
    const other = await anApp(await aCompany())
    const { request_uri } = await pushed(await push(server, app))
    const refused = async (response: Response) => {
      expect(response.status).toBe(400)
      expect(response.headers.get('location')).toBeNull()
      expect(await response.text()).toContain('<dd>invalid_request</dd>')
    }
    await refused(await go(server, other, request_uri, visitor))
    const once = await Promise.all(Array.from({ length: 10 }, () => go(server, app, request_uri, visitor)))
    expect(once.filter((response) => response.status === 303)).toHaveLength(1)
    await refused(await go(server, app, request_uri, visitor))

    const late = await pushed(await push(server, app))
    const moveEdge = (interval: string) =>
      sql.query(statement('test_move_pushed', `UPDATE pushed_requests SET expires_at = clock_timestamp() + $2::interval WHERE app_id = $1`), [
        app.id,
        interval,
      ])
    await moveEdge('-1 millisecond')
    await refused(await go(server, app, late.request_uri, visitor))
    await moveEdge('30 seconds')
    expect((await go(server, app, late.request_uri, visitor)).status).toBe(303)
  })

  const WRONG: [title: string, fields: Record<string, string | undefined>, status: number, error: string][] = [
    ['another redirect URI', { redirect_uri: 'https://evil.example/' }, 400, 'invalid_redirect_uri'],
    ['an unknown scope', { scope: 'openid everything' }, 400, 'invalid_scope'],
    ['a plain challenge', { code_challenge: 'a'.repeat(43), code_challenge_method: 'plain' }, 400, 'invalid_request'],
    ['a request_uri of its own', { request_uri: 'urn:ietf:params:oauth:request_uri:x' }, 400, 'invalid_request'],
    ['a request object', { request: 'e30.e30.' }, 400, 'request_not_supported'],
    ['no response_type', { response_type: undefined }, 400, 'invalid_request'],
    ["somebody's id_token_hint", { id_token_hint: 'x.y.z' }, 400, 'invalid_request'],
  ]
  for (const [title, fields, status, error] of WRONG) {
    test(`${title}: ${status} ${error} at once, before any browser is involved`, async ({ server }) => {
      const { app } = await signedIn()
      const response = await push(server, app, fields)
      expect([response.status, (await pushed(response)).error]).toEqual([status, error])
    })
  }

  test('wrong credentials → 401 invalid_client', async ({ server }) => {
    const { app } = await signedIn()
    const response = await push(server, app, {}, { authorization: basic(app, 'sgs_bad') })
    expect([response.status, (await pushed(response)).error]).toEqual([401, 'invalid_client'])
  })

  test("somebody else's request_uri is still not supported, and the app is told", async ({ server }) => {
    const { app, visitor } = await signedIn()
    const location = locationOf(await authorize(server, app, { request_uri: 'https://app.example/request.jwt' }, visitor))
    expect(location.searchParams.get('error')).toBe('request_uri_not_supported')
  })
})
