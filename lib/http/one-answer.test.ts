import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { env } from '#lib/core/env'
import { drawnFor } from '#lib/oauth/interaction/interaction-form'
import { chooseAccount } from '#lib/oauth/interaction/resume-authorization'
import { sessionHashOf, USER_REALM } from '#lib/session/realm'
import { consentWithoutPages, logInWithoutPages, type Visitor } from '../../e2e/fixtures/visitor'
import { ALL_SCOPES, anApp, aPerson, aVerifiedCompany, type TestApp } from '../../e2e/fixtures/world'
import { ask } from './test-ask'

afterAll(closeDatabase)

const REDIRECT = 'https://a.example/cb'

const aScene = async () => ({
  app: await anApp(await aVerifiedCompany(), { redirectUris: [REDIRECT] }),
  adam: await logInWithoutPages(await aPerson({ given_name: 'Adam' })),
})

const hashOf = async ({ cookie }: Visitor) => (await sessionHashOf(USER_REALM, cookie)) as Buffer

/** Begins a request and leaves it at its screen. */
async function begin(app: TestApp, visitor: Visitor | null, parameters: Record<string, string> = {}): Promise<string> {
  const all = { client_id: app.client_id, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid email', state: 'st', ...parameters }
  const { wire } = await ask('GET', '/oauth2/auth', { query: `?${new URLSearchParams(all)}`, headers: visitor ? { cookie: visitor.cookie } : {} })
  const id = /int_\w+/.exec(wire.headers.Location ?? '')?.[0]
  if (!id) throw new Error(`no screen: ${wire.status} ${wire.headers.Location}`)
  return id
}

type Form = { interaction: string; decision: string; mark?: string }

const post = ({ cookie }: Visitor, form: Form, origin = env().BASE_URL) =>
  ask('POST', '/oauth2/consent', { form: { scope: 'email', ...form }, headers: { cookie, origin } })

/** The form as the screen draws it for this visitor. */
const drawn = async (visitor: Visitor, interaction: string, decision: 'allow' | 'deny'): Promise<Form> => ({
  interaction,
  decision,
  mark: drawnFor('consent', interaction, await hashOf(visitor)),
})

const parametersOf = (answer: Awaited<ReturnType<typeof ask>>) => new URL(answer.wire.headers.Location ?? 'missing:').searchParams

const exchange = (app: TestApp, code: string | null) =>
  ask('POST', '/oauth2/token', {
    form: { grant_type: 'authorization_code', code: code ?? '', redirect_uri: REDIRECT },
    headers: { authorization: `Basic ${Buffer.from(`${app.client_id}:${app.client_secret}`).toString('base64')}` },
  })

const count = async (text: string, { person }: Visitor, app: TestApp) =>
  (await sql.query(statement<{ found: number }>(`test_count_${text.length}`, text), [person.id, app.id]))[0]?.found
const grants = 'SELECT count(*)::int AS found FROM grants WHERE user_id = $1 AND app_id = $2'
const liveCodes =
  'SELECT count(*)::int AS found FROM authorization_codes c JOIN grants g ON g.id = c.grant_id WHERE g.user_id = $1 AND g.app_id = $2 AND used_at IS NULL'
const told = `SELECT count(*)::int AS found FROM activity_events WHERE user_id = $1 AND app_id = $2 AND action IN ('app.signed_in', 'app.consent_given')`

describe('a consent form counts for the person it was drawn for', () => {
  it('posted after somebody else logged in it gives nothing, and is shown anew', async () => {
    const { app, adam } = await aScene()
    const pola = await logInWithoutPages(await aPerson({ given_name: 'Pola' }))
    const interaction = await begin(app, adam)
    const form = await drawn(adam, interaction, 'allow')
    const { wire } = await post(pola, form)
    expect([wire.status, wire.headers.Location]).toEqual([303, `/consent/${interaction}?anew=1`])
    expect(await count(grants, pola, app)).toBe(0)
    // The form of the page that is shown now is taken, so the refusal was not for another reason.
    expect(parametersOf(await post(pola, await drawn(pola, interaction, 'allow'))).get('code')).toMatch(/^sgc_/)
  })

  it('neither does one without a mark, with the mark of another request, or from another log-in of the same person', async () => {
    const { app, adam } = await aScene()
    const interaction = await begin(app, adam)
    const foreign = await drawn(adam, await begin(app, adam), 'allow')
    const again = await logInWithoutPages(adam.person)
    for (const [visitor, mark] of [
      [adam, undefined],
      [adam, ''],
      [adam, foreign.mark],
      [again, (await drawn(adam, interaction, 'allow')).mark],
    ] as const) {
      const { wire } = await post(visitor, { interaction, decision: 'allow', mark })
      expect(wire.headers.Location).toBe(`/consent/${interaction}?anew=1`)
    }
    expect(await count(grants, adam, app)).toBe(0)
  })

  it('an id_token_hint that the page refused is refused when a form is posted too', async () => {
    const { app, adam } = await aScene()
    await consentWithoutPages(adam.person, app, ALL_SCOPES)
    const code = await ask('GET', '/oauth2/auth', {
      query: `?${new URLSearchParams({ client_id: app.client_id, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid' })}`,
      headers: { cookie: adam.cookie },
    })
    const { id_token } = JSON.parse(String((await exchange(app, parametersOf(code).get('code'))).wire.body))
    const interaction = await begin(app, null, { id_token_hint: id_token })
    const pola = await logInWithoutPages(await aPerson())
    const answer = await post(pola, await drawn(pola, interaction, 'allow'))
    expect([parametersOf(answer).get('error'), answer.reason]).toEqual(['login_required', 'another_person_logged_in'])
    expect(await count(grants, pola, app)).toBe(0)
  })

  it('a form from another site changes nothing', async () => {
    const { app, adam } = await aScene()
    const form = await drawn(adam, await begin(app, adam), 'allow')
    expect((await post(adam, form, 'https://evil.example')).wire.status).toBe(403)
    expect(await count(grants, adam, app)).toBe(0)
  })

  it('"Continue as" goes on with the account it names only', async () => {
    const { app, adam } = await aScene()
    const pola = await logInWithoutPages(await aPerson())
    for (const { person } of [adam, pola]) await consentWithoutPages(person, app, ALL_SCOPES)
    const interaction = await begin(app, adam, { prompt: 'select_account' })
    const mark = drawnFor('choose_account', interaction, await hashOf(adam))
    expect(await chooseAccount(interaction, await hashOf(pola), mark)).toEqual({ kind: 'redraw', screen: 'choose_account' })
    expect(await chooseAccount(interaction, await hashOf(adam), mark)).toMatchObject({ kind: 'answer' })
  })
})

describe('a request has one answer', () => {
  it('"Allow" after "Deny" is not possible, and "Deny" twice says it twice', async () => {
    const { app, adam } = await aScene()
    const interaction = await begin(app, adam)
    for (let i = 0; i < 2; i++) {
      const refusal = await post(adam, await drawn(adam, interaction, 'deny'))
      expect([parametersOf(refusal).get('error'), refusal.reason]).toEqual(['access_denied', 'person_refused'])
    }
    const { wire } = await post(adam, await drawn(adam, interaction, 'allow'))
    expect(wire.headers.Location).toBe(`/login?interaction=${interaction}`)
    expect(await count(grants, adam, app)).toBe(0)
    const resumed = await ask('GET', '/oauth2/resume', { query: `?interaction=${interaction}`, headers: { cookie: adam.cookie } })
    expect(resumed.wire.headers.Location).toBe(`/login?interaction=${interaction}`)
  })

  it('twenty posts give one live code and one line of history; no code of theirs looks like theft', async () => {
    const { app, adam } = await aScene()
    const form = await drawn(adam, await begin(app, adam), 'allow')
    const codes = (await Promise.all(Array.from({ length: 20 }, () => post(adam, form)))).map((answer) => parametersOf(answer).get('code'))
    expect(new Set(codes).size).toBe(20)
    expect([await count(liveCodes, adam, app), await count(told, adam, app)]).toEqual([1, 2])
    const outcomes = await Promise.all(codes.map((code) => exchange(app, code)))
    expect(outcomes.filter(({ wire }) => wire.status === 200)).toHaveLength(1)
    expect(new Set(outcomes.filter(({ wire }) => wire.status !== 200).map(({ reason }) => reason))).toEqual(new Set(['code_superseded']))
    expect(await count(grants, adam, app)).toBe(1)
  })

  it('the newest of two answers has the live code', async () => {
    const { app, adam } = await aScene()
    const form = await drawn(adam, await begin(app, adam), 'allow')
    const [first, second] = [parametersOf(await post(adam, form)), parametersOf(await post(adam, form))]
    expect((await exchange(app, first.get('code'))).reason).toBe('code_superseded')
    expect((await exchange(app, second.get('code'))).wire.status).toBe(200)
  })

  it('a sign-in that is finished stays so when the form is sent once more', async () => {
    const { app, adam } = await aScene()
    const form = await drawn(adam, await begin(app, adam), 'allow')
    const first = parametersOf(await post(adam, form)).get('code')
    const { access_token } = JSON.parse(String((await exchange(app, first)).wire.body))
    const second = parametersOf(await post(adam, form)).get('code')
    const alive = await ask('GET', '/oauth2/userinfo', { headers: { authorization: `Bearer ${access_token}` } })
    expect(alive.wire.status).toBe(200)
    expect((await exchange(app, second)).wire.status).toBe(200)
    expect((await exchange(app, first)).reason).toBe('code_replayed')
  })

  it('"Deny" after "Allow" ends the code that nobody redeemed', async () => {
    const { app, adam } = await aScene()
    const interaction = await begin(app, adam)
    const code = parametersOf(await post(adam, await drawn(adam, interaction, 'allow'))).get('code')
    expect(parametersOf(await post(adam, await drawn(adam, interaction, 'deny'))).get('error')).toBe('access_denied')
    expect((await exchange(app, code)).reason).toBe('code_superseded')
  })
})
