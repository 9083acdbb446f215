import { withdrawAccess } from '#lib/grants/end-grants'
import { expect, test } from '../fixtures/test'
import { basic, consentWithoutPages, logInWithoutPages, postForm, refresh, type Tokens, tokensFor, tokensWithConsent } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, type TestApp } from '../fixtures/world'

async function signedIn(clientType = 'confidential') {
  const app = await anApp(await aCompany(), { clientType })
  const person = await aPerson()
  await consentWithoutPages(person, app, ALL_SCOPES)
  return { app, person, visitor: await logInWithoutPages(person) }
}

const introspect = async (server: string, app: TestApp, token: string, hint?: string) =>
  (await (await postForm(server, '/oauth2/introspect', app, { token, token_type_hint: hint })).json()) as Record<string, unknown>

const subOf = ({ id_token }: Tokens) => JSON.parse(Buffer.from(id_token.split('.')[1] ?? '', 'base64url').toString()).sub as string

test.describe('introspection', () => {
  test('tells the client about its own access and refresh token, whatever the hint', async ({ server }) => {
    const { app, visitor } = await signedIn()
    const tokens = await tokensWithConsent(server, app, visitor, 'openid email offline_access')
    const access = await introspect(server, app, tokens.access_token, 'refresh_token')
    expect(access).toEqual({
      active: true,
      scope: 'openid email offline_access',
      client_id: app.client_id,
      token_type: 'Bearer',
      exp: (access.iat as number) + 3600,
      iat: expect.any(Number),
      sub: subOf(tokens),
      aud: app.client_id,
      iss: server,
    })
    const long = await introspect(server, app, tokens.refresh_token as string, 'access_token')
    expect(long).toMatchObject({ active: true, exp: (long.iat as number) + 30 * 24 * 3600, scope: 'openid email offline_access' })
    expect(long).not.toHaveProperty('token_type')
  })

  test('says "inactive" and nothing more of every other token', async ({ server }) => {
    const { app, visitor, person } = await signedIn()
    const other = await anApp(await aCompany())
    const first = await tokensWithConsent(server, app, visitor, 'openid offline_access')
    const second = (await (await refresh(server, app, first.refresh_token as string)).json()) as Tokens
    for (const token of ['nonsense', `sga_${'0'.repeat(49)}`, first.id_token, first.refresh_token as string]) {
      expect(await introspect(server, app, token)).toEqual({ active: false })
    }
    for (const token of [second.access_token, second.refresh_token as string]) {
      expect(await introspect(server, other, token), 'of another client').toEqual({ active: false })
      expect(await introspect(server, app, token)).toMatchObject({ active: true })
    }
    // Asking about a used refresh token was no use of it: the family still lives. A withdrawal ends it.
    await withdrawAccess(person.id, app.id)
    for (const token of [second.access_token, second.refresh_token as string]) expect(await introspect(server, app, token)).toEqual({ active: false })
  })

  test('is for confidential clients that prove themselves', async ({ server }) => {
    const { app, visitor } = await signedIn('spa')
    const tokens = await tokensFor(server, app, visitor, 'openid')
    const unproven = await postForm(server, '/oauth2/introspect', app, { token: tokens.access_token })
    expect([unproven.status, await unproven.json()]).toEqual([401, expect.objectContaining({ error: 'invalid_client' })])
    const confidential = (await signedIn()).app
    const wrong = await postForm(server, '/oauth2/introspect', confidential, { token: 'x' }, { authorization: basic(confidential, 'sgs_bad') })
    expect(wrong.status).toBe(401)
    expect((await postForm(server, '/oauth2/introspect', confidential, {})).status).toBe(400)
    const foreign = await fetch(`${server}/oauth2/introspect`, { method: 'OPTIONS', headers: { origin: 'https://evil.example' } })
    expect(foreign.headers.get('access-control-allow-origin')).toBeNull()
  })
})
