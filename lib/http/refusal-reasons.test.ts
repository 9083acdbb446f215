import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { errorAddress } from '#lib/core/error-address'
import { issueSecret } from '#lib/core/secret-token'
import { newShard } from '#lib/core/shard'
import { withdrawAccess, withdrawScope } from '#lib/grants/end-grants'
import { REASON_CODES, type Reason } from '#lib/oauth/reasons'
import type { ScopeName } from '#lib/scopes/catalog'
import { aCode, aGrant, type Granted } from '../../e2e/fixtures/grants'
import { consentWithoutPages, logInWithoutPages } from '../../e2e/fixtures/visitor'
import { aCompany, anApp, aPerson } from '../../e2e/fixtures/world'
import { ask, type Sent } from './test-ask'

afterAll(closeDatabase)

const basic = ({ client }: Pick<Granted, 'client'>, secret = client.clientSecret) => ({
  authorization: `Basic ${Buffer.from(`${client.clientId}:${secret}`).toString('base64')}`,
})

const REDIRECT = 'https://a.example/cb'

async function codeForm(granted: Granted, scopes?: ScopeName[]) {
  const { code, verifier } = await aCode(granted.grantId, scopes)
  return { grant_type: 'authorization_code', code, redirect_uri: REDIRECT, code_verifier: verifier } as Record<string, string | undefined>
}

const exchange = (granted: Granted, form: Record<string, string | undefined>, change: Record<string, string | undefined> = {}) =>
  ask('POST', '/oauth2/token', { form: { ...form, ...change }, headers: basic(granted) })

async function tokens(granted: Granted): Promise<{ access_token: string; refresh_token: string }> {
  const { wire } = await exchange(granted, await codeForm(granted, ['openid', 'offline_access']))
  return JSON.parse(String(wire.body))
}

const refresh = (granted: Granted, refresh_token: string, scope?: string) =>
  ask('POST', '/oauth2/token', { form: { grant_type: 'refresh_token', refresh_token, scope }, headers: basic(granted) })

const userinfo = (token: string, sent: Sent = {}) => ask('GET', '/oauth2/userinfo', { ...sent, headers: { authorization: `Bearer ${token}` } })

const revoke = (granted: Granted, token: string) => ask('POST', '/oauth2/revoke', { form: { token }, headers: basic(granted) })

const run = (text: string, values: unknown[]) => sql.query(statement<object>(`test_${text.length}_${values.length}`, text), values)
const expire = (table: string, { grantId }: Granted) =>
  run(`UPDATE ${table} SET expires_at = clock_timestamp() - interval '1 ms' WHERE grant_id = $1`, [grantId])
const switchOff = ({ app }: Granted) => run(`UPDATE apps SET status = 'inactive' WHERE id = $1`, [app.id])

const CODE_GONE = 'the code is unknown, expired or was withdrawn'
const REFRESH_GONE = 'the refresh token is unknown, expired or was withdrawn'
const ACCESS_GONE = 'the access token is unknown, expired or was withdrawn'
const CLIENT = 'the client is unknown, its credentials are wrong or it is not active'

type Asked = ReturnType<typeof ask>
/** Each reason with a request that is refused for it, and what the wire says: one text for causes that it must not tell apart. */
const IN_BODY: Partial<Record<Reason, [description: string, refused: () => Asked]>> = {
  form_expected: [
    'send the parameters as application/x-www-form-urlencoded',
    () => ask('POST', '/oauth2/token', { form: '{}', contentType: 'application/json' }),
  ],
  body_coded: [
    'Send the body in UTF-8.',
    () => ask('POST', '/oauth2/token', { form: 'code=a', contentType: 'application/x-www-form-urlencoded; charset=utf-16' }),
  ],
  parameter_repeated: ['code is given more than once', () => ask('POST', '/oauth2/token', { form: 'code=a&code=b' })],
  parameter_not_text: ['code is not valid UTF-8 text without control characters', () => ask('POST', '/oauth2/token', { form: 'code=%00' })],
  grant_type_missing: ['grant_type is missing', async () => exchange(await aGrant(), {})],
  grant_type_unsupported: [
    'grant_type must be authorization_code or refresh_token',
    async () => exchange(await aGrant(), { grant_type: 'password' }),
  ],
  code_missing: ['code is missing', async () => exchange(await aGrant(), { grant_type: 'authorization_code' })],
  redirect_uri_missing: ['redirect_uri is missing', async () => exchange(await aGrant(), { grant_type: 'authorization_code', code: 'x' })],
  refresh_token_missing: ['refresh_token is missing', async () => exchange(await aGrant(), { grant_type: 'refresh_token' })],
  token_missing: ['token is missing', async () => ask('POST', '/oauth2/revoke', { form: {}, headers: basic(await aGrant()) })],

  client_unnamed: ['the client did not identify itself', () => ask('POST', '/oauth2/token', { form: {} })],
  client_header_malformed: [
    'the Authorization header is not valid Basic authentication',
    () => ask('POST', '/oauth2/token', { form: {}, headers: { authorization: 'Basic ???' } }),
  ],
  client_proves_twice: ['the client authenticates in two ways at once', async () => exchange(await aGrant(), { client_secret: 'x' })],
  client_names_differ: ['client_id differs from the Authorization header', async () => exchange(await aGrant(), { client_id: 'x' })],
  client_unknown: [
    CLIENT,
    async () => revoke({ ...(await aGrant()), client: { clientId: 'nobody', clientSecret: 'x', method: 'client_secret_basic' } }, 'x'),
  ],
  client_inactive: [
    CLIENT,
    async () => {
      const granted = await aGrant()
      await switchOff(granted)
      return exchange(granted, await codeForm({ ...granted, grantId: (await aGrant()).grantId }))
    },
  ],
  client_secret_missing: [CLIENT, async () => ask('POST', '/oauth2/revoke', { form: { token: 'x', client_id: (await aGrant()).client.clientId } })],
  client_secret_wrong: [CLIENT, async () => ask('POST', '/oauth2/revoke', { form: { token: 'x' }, headers: basic(await aGrant(), 'wrong') })],
  client_secret_unexpected: [
    CLIENT,
    async () =>
      ask('POST', '/oauth2/revoke', {
        form: { token: 'x', client_secret: 'x', client_id: (await anApp(await aCompany(), { clientType: 'spa' })).client_id },
      }),
  ],
  client_is_public: [
    'a public client cannot introspect tokens',
    async () =>
      ask('POST', '/oauth2/introspect', { form: { token: 'x', client_id: (await anApp(await aCompany(), { clientType: 'spa' })).client_id } }),
  ],

  code_malformed: [CODE_GONE, async () => exchange(await aGrant(), { grant_type: 'authorization_code', code: 'sgc_x', redirect_uri: REDIRECT })],
  code_unknown: [
    CODE_GONE,
    async () => exchange(await aGrant(), { grant_type: 'authorization_code', code: issueSecret('sgc', newShard()).secret, redirect_uri: REDIRECT }),
  ],
  code_foreign: [CODE_GONE, async () => exchange(await aGrant(), await codeForm(await aGrant()))],
  code_expired: [
    CODE_GONE,
    async () => {
      const granted = await aGrant()
      const form = await codeForm(granted)
      await expire('authorization_codes', granted)
      return exchange(granted, form)
    },
  ],
  code_replayed: [
    'the code was already used; everything issued with it has been revoked',
    async () => {
      const granted = await aGrant()
      const form = await codeForm(granted)
      await exchange(granted, form)
      return exchange(granted, form)
    },
  ],
  redirect_uri_mismatch: [
    'redirect_uri is not the one of the authorization request',
    async () => {
      const granted = await aGrant()
      return exchange(granted, await codeForm(granted), { redirect_uri: `${REDIRECT}/` })
    },
  ],
  verifier_missing: ['code_verifier does not match the code_challenge', async () => withVerifier(undefined)],
  verifier_wrong: ['code_verifier does not match the code_challenge', async () => withVerifier('w'.repeat(43))],
  verifier_unexpected: [
    'code_verifier does not match the code_challenge',
    async () => {
      const granted = await aGrant()
      const form = await codeForm(granted)
      await run('UPDATE authorization_codes SET code_challenge = NULL WHERE grant_id = $1', [granted.grantId])
      return exchange(granted, form)
    },
  ],
  grant_withdrawn: [
    REFRESH_GONE,
    async () => {
      const granted = await aGrant()
      const { refresh_token } = await tokens(granted)
      await withdrawAccess(granted.person.id, granted.app.id)
      return refresh(granted, refresh_token)
    },
  ],
  grant_deleted_by_replay: [
    REFRESH_GONE,
    async () => {
      const granted = await aGrant()
      const form = await codeForm(granted, ['openid', 'offline_access'])
      const { wire } = await exchange(granted, form)
      await exchange(granted, form)
      return refresh(granted, JSON.parse(String(wire.body)).refresh_token)
    },
  ],
  refresh_token_malformed: [REFRESH_GONE, async () => refresh(await aGrant(), 'sgr_x')],
  refresh_token_unknown: [REFRESH_GONE, async () => refresh(await aGrant(), issueSecret('sgr', newShard()).secret)],
  refresh_token_foreign: [REFRESH_GONE, async () => refresh(await aGrant(), (await tokens(await aGrant())).refresh_token)],
  refresh_token_expired: [
    REFRESH_GONE,
    async () => {
      const granted = await aGrant()
      const { refresh_token } = await tokens(granted)
      await expire('refresh_tokens', granted)
      return refresh(granted, refresh_token)
    },
  ],
  refresh_token_reused: [
    'the refresh token was already used; the user must log in again',
    async () => {
      const granted = await aGrant()
      const { refresh_token } = await tokens(granted)
      await refresh(granted, refresh_token)
      return refresh(granted, refresh_token)
    },
  ],
  refresh_token_revoked: [
    REFRESH_GONE,
    async () => {
      const granted = await aGrant()
      const { refresh_token } = await tokens(granted)
      await revoke(granted, refresh_token)
      return refresh(granted, refresh_token)
    },
  ],
  offline_access_lost: [
    REFRESH_GONE,
    async () => {
      const granted = await aGrant()
      const { refresh_token } = await tokens(granted)
      await withdrawScope(granted.person.id, granted.app.id, 'offline_access')
      return refresh(granted, refresh_token)
    },
  ],
  scope_beyond_grant: [
    'scope goes beyond what was granted',
    async () => {
      const granted = await aGrant()
      return refresh(granted, (await tokens(granted)).refresh_token, 'openid email')
    },
  ],
  access_token_sent_twice: [
    'the access token is sent in two ways at once',
    () => ask('POST', '/oauth2/userinfo', { form: { access_token: 'x' }, headers: { authorization: 'Bearer y' } }),
  ],
  access_token_malformed: [ACCESS_GONE, () => userinfo('sga_x')],
  access_token_unknown: [ACCESS_GONE, () => userinfo(issueSecret('sga', newShard()).secret)],
  access_token_expired: [ACCESS_GONE, () => accessTokenAfter((granted) => expire('access_tokens', granted))],
  access_token_revoked: [ACCESS_GONE, () => accessTokenAfter(revoke)],
  access_token_of_inactive_client: [ACCESS_GONE, () => accessTokenAfter(switchOff)],
  access_token_of_withdrawn_grant: [ACCESS_GONE, () => accessTokenAfter(({ person, app }) => withdrawAccess(person.id, app.id))],
  access_token_of_replayed_grant: [
    ACCESS_GONE,
    async () => {
      const granted = await aGrant()
      const form = await codeForm(granted)
      const { wire } = await exchange(granted, form)
      await exchange(granted, form)
      return userinfo(JSON.parse(String(wire.body)).access_token)
    },
  ],

  request_uri_pushed: [
    'request_uri cannot be pushed',
    async () => ask('POST', '/oauth2/par', { form: { request_uri: 'x' }, headers: basic(await aGrant()) }),
  ],
  redirect_uri_unregistered: [
    'redirect_uri is not one that the app registered',
    async () => ask('POST', '/oauth2/par', { form: {}, headers: basic(await aGrant()) }),
  ],
}

async function withVerifier(code_verifier: string | undefined) {
  const granted = await aGrant()
  return exchange(granted, await codeForm(granted), { code_verifier })
}

async function accessTokenAfter(ended: (granted: Granted, token: string) => Promise<unknown>) {
  const granted = await aGrant()
  const { access_token } = await tokens(granted)
  await ended(granted, access_token)
  return userinfo(access_token)
}

describe('a refusal in a response body has its own reason, and the wire says what it always said', () => {
  it.each(Object.entries(IN_BODY))('%s', async (reason, [description, refused]) => {
    const answer = await refused()
    expect(answer.reason).toBe(reason)
    const error = REASON_CODES[reason as Reason]
    expect(answer.wire.body).toBe(JSON.stringify({ error, error_description: description, error_uri: errorAddress('oauth', error) }))
    expect(JSON.stringify(answer.wire.headers)).not.toContain(reason)
  })
})

/** Reasons of the authorization endpoint with the parameters that are refused for them. */
const ON_THE_WAY: Partial<Record<Reason, Record<string, string | undefined>>> = {
  response_type_missing: { response_type: undefined },
  response_type_unsupported: { response_type: 'token' },
  response_mode_unsupported: { response_mode: 'fragment' },
  request_object_unsupported: { request: 'x' },
  request_uri_unsupported: { request_uri: 'https://a.example/' },
  prompt_unknown: { prompt: 'gently' },
  prompt_none_combined: { prompt: 'none login' },
  max_age_malformed: { max_age: 'soon' },
  claims_malformed: { claims: '[' },
  challenge_malformed: { code_challenge: 'x', code_challenge_method: 'S256' },
  challenge_method_alone: { code_challenge_method: 'S256' },
  challenge_method_unsupported: { code_challenge: 'x'.repeat(43), code_challenge_method: 'plain' },
  openid_missing: { scope: 'email' },
  scope_not_granted: { scope: 'openid everything' },
  id_token_hint_foreign: { id_token_hint: 'x.y.z' },
  log_in_needed: { prompt: 'none' },
}

const authorize = (parameters: Record<string, string | undefined>, headers: Record<string, string> = {}) =>
  ask('GET', '/oauth2/auth', { query: `?${new URLSearchParams(JSON.parse(JSON.stringify(parameters)))}`, headers })

const requestOf = (app: { client_id: string }) => ({ client_id: app.client_id, redirect_uri: REDIRECT, response_type: 'code', scope: 'openid' })

describe('so has one of the authorization endpoint', () => {
  it.each(Object.entries(ON_THE_WAY))('%s', async (reason, parameters) => {
    const { app } = await aGrant()
    const answer = await authorize({ ...requestOf(app), ...parameters })
    expect(answer.reason).toBe(reason)
    expect(JSON.stringify(answer.wire)).not.toContain(reason)
    expect(JSON.stringify(answer.wire)).toContain(REASON_CODES[reason as Reason])
  })

  it('challenge_missing', async () => {
    const app = await anApp(await aCompany(), { clientType: 'spa', redirectUris: [REDIRECT] })
    expect((await authorize(requestOf(app))).reason).toBe('challenge_missing')
  })

  it('consent_needed, and another_person_logged_in is for whoever logged in since', async () => {
    const app = await anApp(await aCompany(), { redirectUris: [REDIRECT] })
    const { cookie } = await logInWithoutPages(await aPerson())
    expect((await authorize({ ...requestOf(app), prompt: 'none' }, { cookie })).reason).toBe('consent_needed')
  })

  it('client_unknown, client_inactive, redirect_uri_unregistered and request_uri_spent on a page', async () => {
    const granted = await aGrant()
    const asked = requestOf(granted.app)
    expect((await authorize({ ...asked, client_id: 'nobody' })).reason).toBe('client_unknown')
    expect((await authorize({ ...asked, redirect_uri: `${REDIRECT}/` })).reason).toBe('redirect_uri_unregistered')
    const spent = await authorize({
      client_id: asked.client_id,
      request_uri: `urn:ietf:params:oauth:request_uri:${issueSecret('sgp', newShard()).secret}`,
    })
    expect([spent.reason, spent.wire.status]).toEqual(['request_uri_spent', 400])
    expect(spent.wire.body).toContain('invalid_request')
    await switchOff(granted)
    expect((await authorize(asked)).reason).toBe('client_inactive')
  })

  it('post_logout_redirect_uri_unregistered on a page, whoever the app is', async () => {
    const { app } = await aGrant()
    for (const client_id of [app.client_id, 'nobody']) {
      const query = `?${new URLSearchParams({ client_id, post_logout_redirect_uri: REDIRECT })}`
      const { reason, wire } = await ask('GET', '/oauth2/logout', { query })
      expect([reason, wire.status]).toEqual(['post_logout_redirect_uri_unregistered', 400])
      expect(wire.headers['Set-Cookie']).toContain('Max-Age=0')
      expect(wire.body).toContain(wire.headers['X-Request-Id'])
      expect(wire.body).toContain('invalid_request')
      expect(wire.body).not.toContain(REDIRECT)
    }
  })

  it('nothing is said of what was granted', async () => {
    const { app, person } = await aGrant()
    await consentWithoutPages(person, app, ['openid'])
    const { reason, wire } = await authorize(requestOf(app), { cookie: (await logInWithoutPages(person)).cookie })
    expect([reason, wire.status]).toEqual([undefined, 303])
  })
})

/** Shown elsewhere: they need a form that a person answers. */
const ELSEWHERE: Reason[] = [
  'challenge_missing',
  'consent_needed',
  'request_uri_spent',
  'another_person_logged_in',
  'person_refused',
  'post_logout_redirect_uri_unregistered',
  'code_superseded',
]

it('no reason is left out', () => {
  const shown = [...Object.keys(IN_BODY), ...Object.keys(ON_THE_WAY), ...ELSEWHERE]
  expect(shown.sort()).toEqual(Object.keys(REASON_CODES).sort())
})
