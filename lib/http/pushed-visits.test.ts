import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { drawnFor } from '#lib/oauth/interaction/interaction-form'
import { sessionHashOf, USER_REALM } from '#lib/session/realm'
import { consentWithoutPages, logInWithoutPages, type Visitor } from '../../e2e/fixtures/visitor'
import { ALL_SCOPES, anApp, aPerson, aVerifiedCompany, type TestApp } from '../../e2e/fixtures/world'
import { ask } from './test-ask'

afterAll(closeDatabase)

const REDIRECT = 'https://a.example/cb'

async function aScene() {
  const app = await anApp(await aVerifiedCompany(), { redirectUris: [REDIRECT] })
  const visitor = await logInWithoutPages(await aPerson())
  const authorization = `Basic ${Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')}`
  const form = { redirect_uri: REDIRECT, response_type: 'code', scope: 'openid', state: 'pushed' }
  const { wire } = await ask('POST', '/oauth2/par', { form, headers: { authorization } })
  return { app, visitor, requestUri: (JSON.parse(String(wire.body)) as { request_uri: string }).request_uri }
}

const visit = (app: TestApp, request_uri: string, visitor?: Visitor) =>
  ask('GET', '/oauth2/auth', {
    query: `?${new URLSearchParams({ client_id: app.client_id, request_uri })}`,
    headers: visitor ? { cookie: visitor.cookie } : {},
  })

type Answer = Awaited<ReturnType<typeof ask>>
const idOf = ({ wire }: Answer) => /int_\w+/.exec(wire.headers.Location ?? '')?.[0] ?? 'none'
const codeOf = ({ wire }: Answer) => new URL(wire.headers.Location ?? 'missing:', 'http://x').searchParams.get('code')

async function allow(visitor: Visitor, interaction: string) {
  const hash = (await sessionHashOf(USER_REALM, visitor.cookie)) as Buffer
  const form = { interaction, decision: 'allow', mark: drawnFor('consent', interaction, hash) }
  return ask('POST', '/oauth2/consent', { form, headers: { cookie: visitor.cookie, origin: env().BASE_URL } })
}

describe('a pushed request', () => {
  it('is not spent by a link scanner: the person who comes next signs in', async () => {
    const { app, visitor, requestUri } = await aScene()
    expect((await visit(app, requestUri)).wire.headers.Location).toMatch(/^\/login\?interaction=/)
    const page = await visit(app, requestUri, visitor)
    expect(page.wire.headers.Location).toMatch(/^\/consent\/int_/)
    expect(codeOf(await allow(visitor, idOf(page)))).toMatch(/^sgc_/)
  })

  it('begins anew when somebody goes back, and the page before is over', async () => {
    const { app, visitor, requestUri } = await aScene()
    const [before, now] = [idOf(await visit(app, requestUri, visitor)), idOf(await visit(app, requestUri, visitor))]
    expect(now).not.toBe(before)
    expect((await allow(visitor, before)).wire.headers.Location).toBe(`/login?interaction=${before}`)
    expect(codeOf(await allow(visitor, now))).toMatch(/^sgc_/)
  })

  it('is spent by its code, however it came', async () => {
    const { app, visitor, requestUri } = await aScene()
    await allow(visitor, idOf(await visit(app, requestUri, visitor)))
    const late = await visit(app, requestUri, visitor)
    expect([late.wire.status, late.reason]).toEqual([400, 'request_uri_spent'])
    expect(late.wire.body).toContain('<dd>invalid_request</dd>')
  })

  it('gives one code to any number who come at once, and ends the page that waits for it', async () => {
    const { app, visitor, requestUri } = await aScene()
    const waiting = idOf(await visit(app, requestUri))
    await consentWithoutPages(visitor.person, app, ALL_SCOPES)
    const answers = await Promise.all(Array.from({ length: 10 }, () => visit(app, requestUri, visitor)))
    expect(answers.filter((answer) => codeOf(answer) !== null)).toHaveLength(1)
    expect(answers.filter(({ reason }) => reason === 'request_uri_spent')).toHaveLength(9)
    expect((await allow(visitor, waiting)).wire.headers.Location).toBe(`/login?interaction=${waiting}`)
  })

  it('gives one code when visits and answers meet', async () => {
    const { app, visitor, requestUri } = await aScene()
    const page = idOf(await visit(app, requestUri, visitor))
    const answers = await Promise.all([
      allow(visitor, page),
      ...Array.from({ length: 5 }, () => visit(app, requestUri, visitor)),
      allow(visitor, page),
    ])
    const codes = answers.map(codeOf).filter((code) => code !== null)
    const exchanged = await Promise.all(
      codes.map((code) =>
        ask('POST', '/oauth2/token', {
          form: { grant_type: 'authorization_code', code, redirect_uri: REDIRECT },
          headers: { authorization: `Basic ${Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')}` },
        }),
      ),
    )
    expect(exchanged.filter(({ wire }) => wire.status === 200).length).toBeLessThanOrEqual(1)
    expect(answers.some(({ wire }) => wire.status >= 500)).toBe(false)
  })
})
