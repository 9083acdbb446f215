import { decodeJwt } from 'jose'
import { expect, test } from '../fixtures/test'
import {
  consentAnswer,
  consentWithoutPages,
  exchange,
  logInWithoutPages,
  postForm,
  refresh,
  silentCode,
  type Tokens,
  tokensFor,
  userinfo,
} from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson } from '../fixtures/world'

const DOCUMENT = { given_name: 'Ada', family_name: 'Nowak', birthdate: '1990-01-01' }
const acr = (level: string) => `urn:signet:assurance:${level}`

/** Somebody with a passport that was shown at a level, logged in to an app that may have everything. */
async function shownAt(assurance: 'zone' | 'page' | 'person') {
  const app = await anApp(await aCompany())
  const person = await aPerson({ locale: 'en' }, DOCUMENT, { assurance })
  await consentWithoutPages(person, app, ALL_SCOPES)
  return { app, visitor: await logInWithoutPages(person) }
}

const claimsOf = async (server: string, token: string) => (await (await userinfo(server, token)).json()) as Record<string, unknown>

test.describe('acr_values', () => {
  for (const [asked, shown, isGiven, told] of [
    [acr('zone'), 'zone', true, acr('zone')],
    [acr('page'), 'zone', false, undefined],
    [`${acr('person')} ${acr('page')}`, 'page', true, acr('page')],
    [`${acr('page')} ${acr('person')}`, 'person', true, acr('page')],
    [acr('person'), 'page', false, undefined],
    ['urn:example:other', 'person', true, undefined],
  ] as const) {
    test(`${asked} of somebody at ${shown}: ${isGiven ? 'given' : 'kept back'}, acr ${told ?? 'absent'}`, async ({ server }) => {
      const { app, visitor } = await shownAt(shown)
      const { code, verifier } = await silentCode(server, app, visitor, { scope: 'openid age_over_18', acr_values: asked })
      const tokens = (await (await exchange(server, app, code, verifier)).json()) as Tokens
      expect(decodeJwt(tokens.id_token).acr).toBe(told)
      expect(Object.keys(await claimsOf(server, tokens.access_token))).toEqual(isGiven ? ['sub', 'age_over_18'] : ['sub'])
    })
  }

  test('without them an age takes the person, a name the page, and nobody is told a level', async ({ server }) => {
    for (const [shown, names] of [
      ['zone', ['locale', 'sub']],
      ['page', ['family_name', 'given_name', 'locale', 'name', 'sub']],
      ['person', ['age_over_18', 'birthdate', 'family_name', 'given_name', 'locale', 'name', 'sub']],
    ] as const) {
      const { app, visitor } = await shownAt(shown)
      const tokens = await tokensFor(server, app, visitor, 'openid profile age_over_18')
      expect(Object.keys(await claimsOf(server, tokens.access_token)).sort()).toEqual(names)
      expect(decodeJwt(tokens.id_token)).not.toHaveProperty('acr')
    }
  })

  test('pushed ahead hold as well, and for every refreshed token', async ({ server }) => {
    const { app, visitor } = await shownAt('page')
    const { answer, verifier } = await consentAnswer(server, app, visitor, {
      scope: 'openid age_over_18 offline_access',
      acr_values: acr('page'),
    })
    const first = (await (await exchange(server, app, answer.code ?? '', verifier)).json()) as Tokens
    const second = (await (await refresh(server, app, first.refresh_token as string)).json()) as Tokens
    for (const tokens of [first, second]) {
      expect(decodeJwt(tokens.id_token).acr).toBe(acr('page'))
      expect(await claimsOf(server, tokens.access_token)).toHaveProperty('age_over_18', true)
    }
    const pushed = await postForm(server, '/oauth2/par', app, {
      response_type: 'code',
      redirect_uri: app.redirect_uri,
      scope: 'openid age_over_18',
      acr_values: acr('person'),
    })
    const { request_uri } = (await pushed.json()) as { request_uri: string }
    const { code } = await silentCode(server, app, visitor, { request_uri })
    const third = (await (await exchange(server, app, code, undefined)).json()) as Tokens
    expect(await claimsOf(server, third.access_token)).not.toHaveProperty('age_over_18')
  })

  test('can be found in the discovery document', async ({ server }) => {
    const metadata = (await (await fetch(`${server}/.well-known/openid-configuration`)).json()) as Record<string, string[]>
    expect(metadata.acr_values_supported).toEqual([acr('zone'), acr('page'), acr('person'), acr('wallet')])
    expect(metadata.claims_supported).toContain('acr')
  })
})

test.describe('min_assurance', () => {
  async function create(server: string, body: object) {
    const company = await aCompany()
    const { client_id } = await anApp(company)
    const headers = { authorization: `Bearer ${company.apiKey}`, 'content-type': 'application/json' }
    const response = await fetch(`${server}/v1/verifications`, { method: 'POST', headers, body: JSON.stringify({ client_id, ...body }) })
    return { status: response.status, answer: (await response.json()) as Record<string, unknown> }
  }

  for (const [fields, asked, least] of [
    [['given_name'], undefined, 'page'],
    [['given_name', 'age_over_18'], undefined, 'person'],
    [['age_over_18'], 'zone', 'zone'],
    [['given_name'], 'person', 'person'],
    [['given_name'], 'wallet', 'wallet'],
    [['face_match'], 'page', 'person'],
  ] as const) {
    test(`${asked ?? 'nothing'} asked for ${fields.join(' and ')}: ${least}`, async ({ server }) => {
      const { status, answer } = await create(server, { fields, min_assurance: asked })
      expect([status, answer.min_assurance, answer.result]).toEqual([201, least, null])
    })
  }

  for (const wrong of ['best', 'high', '', 3, null]) {
    test(`${JSON.stringify(wrong)} is refused, and the message names the field`, async ({ server }) => {
      const { status, answer } = await create(server, { fields: ['given_name'], min_assurance: wrong })
      expect([status, answer.error]).toEqual([400, 'invalid_request'])
      expect(answer.message).toContain('min_assurance')
    })
  }
})
