import { randomBase62 } from '#lib/core/random-id'
import { expect, test } from '../fixtures/test'
import { authorize, consentWithoutPages, logInWithoutPages, tokensFor, type Visitor } from '../fixtures/visitor'
import { ALL_SCOPES, anApp, aPerson, aVerifiedCompany } from '../fixtures/world'

async function signedIn() {
  const goodbye = `https://client-${randomBase62(8).toLowerCase()}.example/goodbye`
  const app = await anApp(await aVerifiedCompany(), { settings: { post_logout_redirect_uris: [goodbye] } })
  const person = await aPerson()
  await consentWithoutPages(person, app, ALL_SCOPES)
  return { app, goodbye, person, visitor: await logInWithoutPages(person) }
}

const logout = (server: string, parameters: Record<string, string>, visitor?: Visitor) =>
  fetch(`${server}/oauth2/logout?${new URLSearchParams(parameters)}`, {
    redirect: 'manual',
    headers: visitor ? { cookie: visitor.cookie } : {},
  })

const isLoggedIn = async (server: string, visitor: Visitor) =>
  (await fetch(`${server}/account`, { redirect: 'manual', headers: { cookie: visitor.cookie } })).status === 200

test.describe('RP-initiated logout', () => {
  test("the person's own id_token ends the session and leads back to the app", async ({ server }) => {
    const { app, goodbye, visitor } = await signedIn()
    const { id_token } = await tokensFor(server, app, visitor, 'openid')
    expect(await isLoggedIn(server, visitor)).toBe(true)
    const parameters = { id_token_hint: id_token, post_logout_redirect_uri: goodbye, state: 'a&b' }
    const response = await logout(server, parameters, visitor)
    expect([response.status, response.headers.get('location')]).toEqual([303, `${goodbye}?state=a%26b`])
    expect(response.headers.get('set-cookie')).toMatch(/signet-user=;.*Max-Age=0/)
    expect(await isLoggedIn(server, visitor)).toBe(false)
    expect((await authorize(server, app, { prompt: 'none' }, visitor)).headers.get('location')).toContain('error=login_required')
    // Once more, as after the back button: nothing to end, and still back to the app.
    expect((await logout(server, parameters, visitor)).headers.get('location')).toContain(goodbye)
  })

  test('a form from the app becomes a GET, which carries the cookie', async ({ server }) => {
    const { app } = await signedIn()
    const body = new URLSearchParams({ id_token_hint: 'x', post_logout_redirect_uri: app.redirect_uri, other: 'dropped' })
    const response = await fetch(`${server}/oauth2/logout`, { method: 'POST', redirect: 'manual', body })
    expect(response.status).toBe(303)
    expect(response.headers.get('location')).toBe(
      `/oauth2/logout?${new URLSearchParams({ id_token_hint: 'x', post_logout_redirect_uri: app.redirect_uri })}`,
    )
  })

  test("without a hint, or with somebody else's, the person is asked first", async ({ server }) => {
    const { app, visitor } = await signedIn()
    const stranger = await signedIn()
    const foreign = await tokensFor(server, stranger.app, stranger.visitor, 'openid')
    await consentWithoutPages(stranger.person, app, ALL_SCOPES)
    const ofStranger = await tokensFor(server, app, stranger.visitor, 'openid')
    const [header, payload] = ofStranger.id_token.split('.')
    for (const parameters of [
      {},
      { client_id: app.client_id },
      { client_id: app.client_id, id_token_hint: foreign.id_token },
      { id_token_hint: ofStranger.id_token },
      { id_token_hint: `${header}.${payload}.AAAA` },
      { client_id: app.client_id, id_token_hint: 'nonsense' },
    ] as Record<string, string>[]) {
      const response = await logout(server, parameters, visitor)
      expect([response.status, response.headers.get('location')?.split('?')[0]]).toEqual([303, '/logout'])
      expect(response.headers.get('location')).not.toContain('id_token_hint')
    }
    expect(await isLoggedIn(server, visitor)).toBe(true)
  })

  test('leads only to an address that the app registered, character for character', async ({ server }) => {
    const { app, goodbye, visitor } = await signedIn()
    const { id_token } = await tokensFor(server, app, visitor, 'openid')
    for (const uri of [`${goodbye}/`, app.redirect_uri, 'https://evil.example/', `${goodbye}?x`, 'javascript:alert(1)']) {
      const response = await logout(server, { id_token_hint: id_token, post_logout_redirect_uri: uri })
      expect([uri, response.status, response.headers.get('location')]).toEqual([uri, 400, null])
    }
  })

  test('an address that is not registered logs out all the same, and a page names the fault and the request', async ({ server }) => {
    for (const uri of ['https://evil.example/', 'https://evil.example/<script>']) {
      const { app, visitor } = await signedIn()
      const { id_token } = await tokensFor(server, app, visitor, 'openid')
      const response = await logout(server, { id_token_hint: id_token, post_logout_redirect_uri: uri, state: 'sesame' }, visitor)
      const page = await response.text()
      expect(response.status).toBe(400)
      for (const said of ['You are logged out', 'invalid_request', response.headers.get('x-request-id') ?? 'none']) expect(page).toContain(said)
      for (const hidden of ['evil.example', 'sesame']) expect(page).not.toContain(hidden)
      expect(response.headers.get('set-cookie')).toMatch(/signet-user=;.*Max-Age=0/)
      expect(await isLoggedIn(server, visitor)).toBe(false)
    }
    // Nobody knows whose address it would be.
    expect((await logout(server, { post_logout_redirect_uri: 'https://evil.example/' })).status).toBe(400)
    expect((await logout(server, {})).headers.get('location')).toBe('/logout')
  })

  test('an address for logging out never receives a code', async ({ server }) => {
    const { app, goodbye, visitor } = await signedIn()
    const response = await authorize(server, { ...app, redirect_uri: goodbye }, { scope: 'openid' }, visitor)
    expect([response.status, response.headers.get('location')]).toEqual([400, null])
  })

  test('a repeated or broken parameter is a page, not a redirect', async ({ server }) => {
    for (const query of ['state=1&state=2', 'client_id=%00', 'id_token_hint=%ff']) {
      const response = await fetch(`${server}/oauth2/logout?${query}`, { redirect: 'manual' })
      expect([query, response.status]).toEqual([query, 400])
      expect(await response.text()).toContain('invalid_request')
    }
  })
})
