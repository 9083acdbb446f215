import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { personSession } from '../../../e2e/fixtures/sessions'
import { consentWithoutPages } from '../../../e2e/fixtures/visitor'
import { aCompany, anApp, aPerson, type TestApp, type TestPerson } from '../../../e2e/fixtures/world'
import { Parameters } from '../form-parameters'
import { exchangeCode } from '../token/exchange-code'
import { rotateRefreshToken } from '../token/rotate-refresh-token'
import { startAuthorization } from './start-authorization'

afterAll(closeDatabase)

const AGED = statement<{ auth_time: Date }>(
  'test_aged_session',
  'UPDATE user_sessions SET auth_time = clock_timestamp() - make_interval(secs => $2) WHERE id_hash = $1 RETURNING auth_time',
)

const aVisitor = async (...apps: TestApp[]) => {
  const person = await aPerson()
  for (const app of apps) await consentWithoutPages(person, app, ['openid', 'email', 'offline_access'])
  return person
}

/** A session of the person that began so many seconds ago. */
async function logIn(person: TestPerson, { secondsAgo = 0, amr = ['pwd'] } = {}) {
  const { hash } = await personSession(person.id, { amr })
  const [row] = await sql.query(AGED, [hash, secondsAgo])
  return { hash, at: (row?.auth_time.getTime() ?? Number.NaN) / 1000 }
}

const ask = (app: TestApp, session: Buffer, parameters: Record<string, string> = {}) => {
  const all = { client_id: app.client_id, redirect_uri: app.redirect_uri, response_type: 'code', scope: 'openid', ...parameters }
  return startAuthorization(new Parameters(new URLSearchParams(all)), session)
}

const credentials = (app: TestApp) =>
  ({ clientId: app.client_id, clientSecret: app.client_secret ?? undefined, method: 'client_secret_basic' }) as const

async function signIn(app: TestApp, session: Buffer, parameters: Record<string, string> = {}) {
  const step = await ask(app, session, parameters)
  if (step.kind !== 'answer') throw new Error(`no code but ${step.screen}`)
  const { code = '' } = step.answer.parameters
  const { id_token } = await exchangeCode(credentials(app), code, { redirectUri: app.redirect_uri, codeVerifier: undefined })
  return decodeJwt(id_token) as { auth_time?: number; amr: string[]; iat: number }
}

describe('auth_time', () => {
  it('is told when the request has max_age or the app always wants it, and to nobody else', async () => {
    const company = await aCompany()
    const [app, curious] = [await anApp(company), await anApp(company, { settings: { require_auth_time: true } })]
    const { hash } = await logIn(await aVisitor(app, curious))
    expect(await signIn(app, hash)).not.toHaveProperty('auth_time')
    expect(await signIn(app, hash, { max_age: '1000' })).toHaveProperty('auth_time')
    expect(await signIn(curious, hash)).toHaveProperty('auth_time')
  })

  it('is another at each app, never later than the real time and always within max_age', async () => {
    const apps = [await anApp(await aCompany()), await anApp(await aCompany())]
    const person = await aVisitor(...apps)
    let same = 0
    for (let i = 0; i < 12; i++) {
      const { hash, at } = await logIn(person, { secondsAgo: 400 + 997 * i })
      const maxAge = 2 * (400 + 997 * i)
      const told = []
      for (const app of apps) told.push(await signIn(app, hash, { max_age: String(maxAge) }))
      for (const { auth_time = Number.NaN, iat } of told) {
        expect(auth_time).toBeLessThanOrEqual(at)
        expect(auth_time).toBeGreaterThan(at - 300)
        expect(iat - auth_time).toBeLessThanOrEqual(maxAge)
      }
      if (told[0]?.auth_time === told[1]?.auth_time) same++
    }
    expect(same).toBeLessThan(4)
  })

  it('stays the same in one session, and is later after another log-in, however soon that was', async () => {
    const app = await anApp(await aCompany())
    for (const apart of [1, 2, 30, 200, 300]) {
      const person = await aVisitor(app)
      const [first, second] = [await logIn(person, { secondsAgo: apart }), await logIn(person)]
      const told = []
      for (const session of [first, first, second, second]) told.push((await signIn(app, session.hash, { max_age: '10000' })).auth_time ?? Number.NaN)
      expect(told[1]).toBe(told[0])
      expect(told[3]).toBe(told[2])
      expect(told[2], `${apart} s`).toBeGreaterThan(told[0] as number)
    }
  })

  it('cannot be found out more exactly by trying one max_age after the other', async () => {
    const app = await anApp(await aCompany())
    const { hash, at } = await logIn(await aVisitor(app), { secondsAgo: 2000.5 })
    const { auth_time: told = Number.NaN } = await signIn(app, hash, { max_age: '9999' })
    const isFresh = (maxAge: number) =>
      ask(app, hash, { prompt: 'none', max_age: String(maxAge) }).then(
        () => true,
        () => false,
      )
    let [low, high] = [1000, 9999]
    while (high - low > 1) {
      const middle = Math.floor((low + high) / 2)
      if (await isFresh(middle)) high = middle
      else low = middle
    }
    const found = Date.now() / 1000 - high
    expect(Math.abs(found - told)).toBeLessThan(3)
    // One offset in 256 is none at all.
    if (told < at - 5) expect(at - found).toBeGreaterThan(2)
  })

  it('is in a refreshed id_token what it was in the first, and absent where it was', async () => {
    const app = await anApp(await aCompany())
    const { hash } = await logIn(await aVisitor(app), { secondsAgo: 500 })
    for (const parameters of [{}, { max_age: '5000' }] as Record<string, string>[]) {
      // Without prompt=consent no refresh token is due, so the code is changed to what a consent screen would leave.
      const step = await ask(app, hash, { ...parameters, scope: 'openid email' })
      const code = (step.kind === 'answer' && step.answer.parameters.code) || ''
      await sql.query(OFFLINE, [])
      const first = await exchangeCode(credentials(app), code, { redirectUri: app.redirect_uri, codeVerifier: undefined })
      const second = await rotateRefreshToken(credentials(app), first.refresh_token ?? '', undefined)
      expect(decodeJwt(second.id_token).auth_time).toBe(decodeJwt(first.id_token).auth_time)
      expect('auth_time' in decodeJwt(first.id_token)).toBe('max_age' in parameters)
    }
  })
})

const OFFLINE = statement<object>(
  'test_offline_codes',
  `UPDATE authorization_codes SET scopes = scopes || '{offline_access}' WHERE used_at IS NULL AND NOT 'offline_access' = ANY(scopes)`,
)

describe('amr', () => {
  it('says how many factors there were; which ones, only when acr_values asks', async () => {
    const app = await anApp(await aCompany())
    for (const [amr, told] of [
      [['pwd'], ['pwd']],
      [['pwd', 'otp', 'mfa'], ['mfa']],
      [['hwk', 'user', 'mfa'], ['mfa']],
    ] as const) {
      const { hash } = await logIn(await aVisitor(app), { amr: [...amr] })
      expect((await signIn(app, hash)).amr).toEqual(told)
      expect((await signIn(app, hash, { acr_values: 'urn:example:any' })).amr).toEqual(amr)
      expect((await signIn(app, hash, { acr_values: 'urn:signet:assurance:page' })).amr).toHaveLength(1)
    }
  })
})
