import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { drawnFor } from '#lib/oauth/interaction/interaction-form'
import { sessionHashOf, USER_REALM } from '#lib/session/realm'
import { consentWithoutPages, logInWithoutPages, type Visitor } from '../../e2e/fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, aVerifiedCompany, type TestApp } from '../../e2e/fixtures/world'
import { ask } from './test-ask'

afterAll(closeDatabase)

const REDIRECT = 'https://a.example/cb?tenant=a&amp;b=&lt;c'
const appOf = async (kind: 'verified' | 'unverified', redirectUri = 'https://a.example/cb') =>
  anApp(await (kind === 'verified' ? aVerifiedCompany() : aCompany()), { redirectUris: [redirectUri] })

const authorize = (app: TestApp, parameters: Record<string, string>, visitor?: Visitor) =>
  ask('GET', '/oauth2/auth', {
    query: `?${new URLSearchParams({ client_id: app.client_id, redirect_uri: app.redirect_uri, response_type: 'code', scope: 'openid', state: 'st', ...parameters })}`,
    headers: visitor ? { cookie: visitor.cookie } : {},
  })

async function consented(app: TestApp): Promise<Visitor> {
  const person = await aPerson()
  await consentWithoutPages(person, app, ALL_SCOPES)
  return logInWithoutPages(person)
}

/** What a browser would post: the form's address and its fields, as they read once unescaped. */
function formOf(body: unknown): { action: string; fields: Record<string, string> } {
  const plain = (text: string) => text.replace(/&#(\d+);/g, (_, number) => String.fromCharCode(Number(number)))
  const html = String(body)
  const action = plain(/<form method="post" action="([^"]*)">/.exec(html)?.[1] ?? '')
  const fields = [...html.matchAll(/<input type="hidden" name="([^"]*)" value="([^"]*)">/g)].map(([, name = '', value = '']) => [
    plain(name),
    plain(value),
  ])
  return { action, fields: Object.fromEntries(fields) }
}

const SILENT_REFUSALS = {
  'prompt=none': { prompt: 'none' },
  'a refused response_type': { response_type: 'none' },
  'a refused scope': { scope: 'openid everything' },
}

describe('until a company is verified', () => {
  it.each(Object.entries(SILENT_REFUSALS))('%s names the address before anybody is sent there', async (_, parameters) => {
    const { wire } = await authorize(await appOf('unverified'), parameters)
    expect([wire.status, wire.headers.Location]).toEqual([200, undefined])
    expect(wire.headers['Cache-Control']).toBe('no-store')
    expect(wire.headers['Content-Security-Policy']).toContain("frame-ancestors 'none'")
    expect(wire.body).toContain('<strong>a.example</strong><br>https://a.example/cb</p>')
    expect(wire.body).toContain('href="/">')
    expect(wire.body).toMatch(/href="https:\/\/a\.example\/cb\?error=[^"]*state=st/)
  })

  it.each(Object.entries(SILENT_REFUSALS))('once it is, %s goes straight back', async (_, parameters) => {
    const { wire } = await authorize(await appOf('verified'), parameters)
    expect([wire.status, wire.headers.Location]).toEqual([303, expect.stringMatching(/^https:\/\/a\.example\/cb\?error=/)])
  })

  it('somebody who allowed the app before is signed in without a page, with prompt=none too', async () => {
    const app = await appOf('unverified')
    const visitor = await consented(app)
    for (const parameters of [{}, { prompt: 'none' }] as Record<string, string>[]) {
      const { wire } = await authorize(app, parameters, visitor)
      expect([wire.status, wire.headers.Location]).toEqual([303, expect.stringMatching(/\?code=sgc_/)])
    }
  })

  it('a refusal that a person pressed goes straight back', async () => {
    const app = await appOf('unverified')
    const visitor = await logInWithoutPages(await aPerson())
    const interaction = /int_\w+/.exec((await authorize(app, {}, visitor)).wire.headers.Location ?? '')?.[0] ?? ''
    const mark = drawnFor('consent', interaction, (await sessionHashOf(USER_REALM, visitor.cookie)) as Buffer)
    const headers = { cookie: visitor.cookie, origin: env().BASE_URL }
    const { wire } = await ask('POST', '/oauth2/consent', { form: { interaction, decision: 'deny', mark }, headers })
    expect([wire.status, wire.headers.Location]).toEqual([303, expect.stringContaining('error=access_denied')])
  })

  it('so does logging out, which is done by then', async () => {
    const goodbye = 'https://a.example/goodbye'
    for (const [company, expected] of [
      [await aCompany(), [200, undefined]],
      [await aVerifiedCompany(), [303, goodbye]],
    ] as const) {
      const app = await anApp(company, { settings: { post_logout_redirect_uris: [goodbye] } })
      const query = `?${new URLSearchParams({ client_id: app.client_id, post_logout_redirect_uri: goodbye })}`
      const { wire } = await ask('GET', '/oauth2/logout', { query })
      expect([wire.status, wire.headers.Location]).toEqual(expected)
      expect(wire.headers['Set-Cookie']).toContain('Max-Age=0')
      if (wire.status === 200) expect(wire.body).toContain(`href="${goodbye}"`)
    }
  })

  it('nothing from outside becomes markup on the page, and a form is offered where one is asked for', async () => {
    const app = await appOf('unverified', REDIRECT)
    const state = '"><script>alert(1)</script>'
    for (const response_mode of ['query', 'form_post']) {
      const { wire } = await authorize(app, { prompt: 'none', state, response_mode })
      expect(wire.body).not.toContain('<script')
      expect(wire.body).not.toContain('<b>')
    }
    const { wire } = await authorize(app, { prompt: 'none', state, response_mode: 'form_post' })
    expect(formOf(wire.body)).toMatchObject({ action: REDIRECT, fields: { error: 'login_required', state } })
  })
})

describe('response_mode', () => {
  it('form_post posts the code with state and iss, from a page nothing else can run on', async () => {
    const app = await appOf('verified', REDIRECT)
    const state = 'a"b<c>&\u00e9'
    const { wire } = await authorize(app, { response_mode: 'form_post', state }, await consented(app))
    expect([wire.status, wire.headers['Cache-Control'], wire.headers.Location]).toEqual([200, 'no-store', undefined])
    expect(formOf(wire.body)).toEqual({ action: REDIRECT, fields: { code: expect.stringMatching(/^sgc_/), state, iss: env().BASE_URL } })
    expect(wire.headers['Content-Security-Policy']).toMatch(
      /^default-src 'none'; style-src 'sha256-[^']+'; script-src 'sha256-[^']+'; base-uri 'none'; frame-ancestors 'none'$/,
    )
    expect(wire.body).toMatch(/<button[^>]*>/)
  })

  it('form_post posts errors too', async () => {
    const { wire } = await authorize(await appOf('verified'), { response_mode: 'form_post', prompt: 'none' })
    expect(formOf(wire.body).fields).toMatchObject({ error: 'login_required', state: 'st', iss: env().BASE_URL })
  })

  it('query is what is meant when nothing is said', async () => {
    const { wire } = await authorize(await appOf('verified'), { response_mode: 'query', prompt: 'none' })
    expect(wire.headers.Location).toContain('?error=login_required')
  })

  it.each(['fragment', 'query.jwt', 'web_message', 'FORM_POST'])('%s is refused', async (response_mode) => {
    const app = await appOf('verified')
    const { wire, reason } = await authorize(app, { response_mode }, await consented(app))
    expect(reason).toBe('response_mode_unsupported')
    expect(wire.headers.Location).toContain('?error=invalid_request')
  })

  it('form_post goes on after a log-in at an address that answers navigations only', async () => {
    const app = await appOf('verified')
    const begun = await authorize(app, { response_mode: 'form_post' })
    const interaction = /int_\w+/.exec(begun.wire.headers.Location ?? '')?.[0] ?? ''
    const visitor = await consented(app)
    const resume = (headers: Record<string, string>) =>
      ask('GET', '/oauth2/resume', { query: `?interaction=${interaction}`, headers: { cookie: visitor.cookie, ...headers } })
    for (const headers of [{ 'sec-fetch-mode': 'cors' }, { rsc: '1' }] as Record<string, string>[]) expect((await resume(headers)).wire.body).toBe('')
    expect(formOf((await resume({ 'sec-fetch-mode': 'navigate' })).wire.body).fields.code).toMatch(/^sgc_/)
  })
})
