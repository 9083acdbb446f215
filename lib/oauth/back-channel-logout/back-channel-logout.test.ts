import { createLocalJWKSet, decodeJwt, type JSONWebKeySet, jwtVerify } from 'jose'
import { afterAll, expect, it, vi } from 'vitest'
import { changePassword } from '#lib/accounts/credentials/change-password'
import { updateApp } from '#lib/apps/update-app'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { withdrawAccess } from '#lib/grants/end-grants'
import { endSessionEndpoint } from '#lib/http/endpoints/end-session'
import { fromWeb, toWeb } from '#lib/http/web-message'
import { workThrough } from '#lib/jobs/work-queue'
import { succeedSession } from '#lib/session/succeed-session'
import { requestDeletion } from '#lib/users/account/request-deletion'
import { PEOPLE } from '#lib/users/people'
import { aReceiver, type Received } from '#lib/webhooks/testing/a-receiver'
import { challengeOf, newVerifier } from '../../../e2e/fixtures/pkce'
import { personSession } from '../../../e2e/fixtures/sessions'
import { consentWithoutPages } from '../../../e2e/fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, type TestApp, type TestPerson } from '../../../e2e/fixtures/world'
import { newCode } from '../authorize/new-code'
import { insertCode, readAuthorizationContext } from '../authorize/store'
import { jsonWebKeySet } from '../keys/keys'
import { exchangeCode } from '../token/exchange-code'
import { rotateRefreshToken } from '../token/rotate-refresh-token'
import { tellAppQueue } from './tell-app.job'

// Only the embedded default sends to this machine.
vi.hoisted(() => {
  process.env.EMBEDDED = '1'
})

afterAll(closeDatabase)

const FOREVER = new AbortController().signal
const tell = () => workThrough(tellAppQueue)(FOREVER)

type Session = Awaited<ReturnType<typeof personSession>>

/** Signs in at an app in a session that there is. */
async function signIn(app: TestApp, session: Session) {
  const context = await readAuthorizationContext(app.client_id, session.hash)
  if (!context?.grant || !context.session) throw new Error('no consent')
  const verifier = newVerifier()
  const request = {
    redirectUri: app.redirect_uri,
    codeChallenge: challengeOf(verifier),
    scopes: ['openid' as const, 'offline_access' as const],
    prompts: [],
  }
  const { secret, stored } = newCode(request, { client: context.client, session: context.session, grantId: context.grant.id })
  expect(await insertCode(sql, stored)).toBe(true)
  return exchangeCode(clientOf(app), secret, { redirectUri: app.redirect_uri, codeVerifier: verifier })
}

const clientOf = (app: TestApp) => ({ clientId: app.client_id, clientSecret: app.client_secret ?? undefined, method: 'client_secret_basic' as const })
const sidOf = ({ id_token }: { id_token: string }) => decodeJwt(id_token).sid as string | undefined

async function aWorld(settings: { withUri?: boolean } = {}) {
  const company = await aCompany()
  const person = await aPerson()
  const receiver = await aReceiver()
  const app = await anApp(company)
  if (settings.withUri !== false) await updateApp(company.actor, app.id, { backchannel_logout_uri: receiver.url })
  await consentWithoutPages(person, app, ALL_SCOPES)
  return { company, person, receiver, app, session: await personSession(person.id) }
}

async function tokenIn(received: Received | undefined, app: TestApp) {
  const token = new URLSearchParams(received?.body).get('logout_token') ?? ''
  const keys = createLocalJWKSet((await jsonWebKeySet()) as JSONWebKeySet)
  return jwtVerify(token, keys, { issuer: env().BASE_URL, audience: app.client_id, typ: 'logout+jwt' })
}

const END = statement<object>('test_end_session', 'DELETE FROM user_sessions WHERE id_hash = $1')
const RUN_OUT = statement<object>('test_session_runs_out', `UPDATE user_sessions SET expires_at = clock_timestamp() WHERE id_hash = $1`)

it('an app without an address is given no sid, and one with it another for every session', async () => {
  const { app, person, session } = await aWorld()
  const without = await aWorld({ withUri: false })
  expect(sidOf(await signIn(without.app, without.session))).toBeUndefined()
  const [first, again] = [await signIn(app, session), await signIn(app, session)]
  const other = await signIn(app, await personSession(person.id))
  expect(sidOf(first)).toMatch(/^[\w-]{43}$/)
  expect(sidOf(again)).toBe(sidOf(first))
  expect(sidOf(other)).not.toBe(sidOf(first))
  const refreshed = await rotateRefreshToken(clientOf(app), first.refresh_token as string, undefined)
  expect(sidOf(refreshed)).toBe(sidOf(first))
})

it('a refreshed id_token has no sid any more when the app no longer has an address', async () => {
  const { app, company, session } = await aWorld()
  const first = await signIn(app, session)
  await updateApp(company.actor, app.id, { backchannel_logout_uri: null })
  const refreshed = await rotateRefreshToken(clientOf(app), first.refresh_token as string, undefined)
  expect([typeof sidOf(first), sidOf(refreshed)]).toEqual(['string', undefined])
})

it('two apps know one session by names that have nothing in common', async () => {
  const { app, person, session, company, receiver } = await aWorld()
  const second = await anApp(company)
  await updateApp(company.actor, second.id, { backchannel_logout_uri: receiver.url })
  await consentWithoutPages(person, second, ALL_SCOPES)
  const sids = [sidOf(await signIn(app, session)), sidOf(await signIn(second, session))]
  expect(new Set(sids).size).toBe(2)
})

it('a copy of the database without the keys does not say which names are of one person', async () => {
  const { app, person, session, receiver } = await aWorld()
  const tokens = await signIn(app, session)
  const kept = await withDatabase(async (db) => [
    ...(await db.sessionVisit.findMany({ where: { shard: shardOf(person.id), userId: person.id } })).map(({ sid }) => sid),
    ...(await db.refreshToken.findMany({ where: { grant: { userId: person.id } } })).map(({ sid }) => sid),
  ])
  expect(kept).toHaveLength(2)
  expect(kept).not.toContain(sidOf(tokens))
  receiver.close()
})

it('a log-out is told to the apps that were signed in to in that session, by a token of the specification', async () => {
  const { app, person, session, receiver } = await aWorld()
  const sid = sidOf(await signIn(app, session))
  const elsewhere = sidOf(await signIn(app, await personSession(person.id)))
  await sql.query(END, [session.hash])
  await tell()
  await expect.poll(() => receiver.received.length).toBe(1)
  const [got] = receiver.received
  expect(got?.headers['content-type']).toBe('application/x-www-form-urlencoded')
  const { payload } = await tokenIn(got, app)
  expect(payload).toEqual({
    iss: env().BASE_URL,
    aud: app.client_id,
    iat: expect.any(Number),
    exp: expect.any(Number),
    jti: expect.any(String),
    sid,
    events: { 'http://schemas.openid.net/event/backchannel-logout': {} },
  })
  expect(payload.sid).not.toBe(elsewhere)
  const history = await withDatabase((db) =>
    db.activityEvent.findMany({ where: { shard: shardOf(person.id), userId: person.id, action: 'app.told_of_log_out' } }),
  )
  expect(history.map(({ appId }) => appId)).toEqual([app.id])
  receiver.close()
})

it('a session that runs out is no log-out', async () => {
  const { app, session, receiver } = await aWorld()
  await signIn(app, session)
  await sql.query(RUN_OUT, [session.hash])
  await sql.query(END, [session.hash])
  await tell()
  expect(receiver.received).toEqual([])
  receiver.close()
})

it.each<[string, (world: { person: TestPerson; app: TestApp }) => Promise<unknown>]>([
  ['a change of the password', ({ person }) => changeFromElsewhere(person)],
  ['taking access back', ({ person, app }) => withdrawAccess(person.id, app.id)],
])('%s ends every session that the app knows', async (_, act) => {
  const { app, person, session, receiver } = await aWorld()
  const sids = [sidOf(await signIn(app, session)), sidOf(await signIn(app, await personSession(person.id)))]
  await act({ person, app })
  await tell()
  await expect.poll(() => receiver.received.length).toBe(2)
  const told = await Promise.all(receiver.received.map(async (one) => (await tokenIn(one, app)).payload.sid as string))
  expect(told.sort()).toEqual(sids.sort())
  receiver.close()
})

async function changeFromElsewhere(person: TestPerson) {
  const { hash } = await personSession(person.id)
  const outcome = await changePassword(PEOPLE, person.id, hash, person.password, randomBase62(20))
  expect(outcome.kind).toBe('changed')
}

const PLANNED = statement<{ seconds: number }>(
  'test_untold_log_out',
  `SELECT extract(epoch FROM run_at - clock_timestamp())::float8 AS seconds FROM queued_jobs WHERE kind = 'back-channel-logout' AND payload->>'app' = $1`,
)

/** In how many seconds an app is to be told. */
const planned = async (app: TestApp) => (await sql.query(PLANNED, [app.id])).map(({ seconds }) => seconds)

it('the end of an account is told to each app at a moment of its own, not when the sessions end', async () => {
  const { app, person, session, receiver } = await aWorld()
  await signIn(app, session)
  await requestDeletion(person.id, person.email)
  await tell()
  expect(receiver.received).toEqual([])
  const [seconds] = await planned(app)
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThan(24 * 3600)
  receiver.close()
})

/** Apps of two companies that compare notes, and one person who is signed in at both in one browser. */
async function twoThatCompareNotes() {
  const one = await aWorld()
  const company = await aCompany()
  const receiver = await aReceiver()
  const asking = await anApp(company)
  await updateApp(company.actor, asking.id, { backchannel_logout_uri: receiver.url, post_logout_redirect_uris: ['https://asks.example/bye'] })
  await consentWithoutPages(one.person, asking, ALL_SCOPES)
  const [atOne, atAsking] = [await signIn(one.app, one.session), await signIn(asking, one.session)]
  const close = () => {
    one.receiver.close()
    receiver.close()
  }
  return { ...one, asking, askingReceiver: receiver, atOne, atAsking, close }
}

it('an app that has somebody log in anew tells another app nothing, which goes on to know the session by its name', async () => {
  const { app, asking, person, session, receiver, askingReceiver, atOne, atAsking, close } = await twoThatCompareNotes()
  const next = await personSession(person.id)
  await succeedSession(session.hash, next.hash)
  await tell()
  expect([receiver.received, askingReceiver.received]).toEqual([[], []])
  expect(await planned(app)).toEqual([])
  expect([sidOf(await signIn(app, next)), sidOf(await signIn(asking, next))]).toEqual([sidOf(atOne), sidOf(atAsking)])
  await sql.query(END, [next.hash])
  await tell()
  await expect.poll(() => receiver.received.length).toBe(1)
  expect((await tokenIn(receiver.received[0], app)).payload.sid).toBe(sidOf(atOne))
  close()
})

it('another person who logs in in the same browser ends the session at every app', async () => {
  const { app, asking, session, receiver, askingReceiver, atOne, close } = await twoThatCompareNotes()
  const other = await personSession((await aPerson()).id)
  await succeedSession(session.hash, other.hash)
  await tell()
  await expect.poll(() => receiver.received.length + askingReceiver.received.length).toBe(2)
  expect((await tokenIn(receiver.received[0], app)).payload.sid).toBe(sidOf(atOne))
  await tokenIn(askingReceiver.received[0], asking)
  close()
})

it('a code that is written while a log-in follows another loses no name', async () => {
  const { app, person, session, receiver, atOne, close } = await twoThatCompareNotes()
  const next = await personSession(person.id)
  await Promise.allSettled([signIn(app, session), succeedSession(session.hash, next.hash)])
  await tell()
  expect(receiver.received).toEqual([])
  expect(sidOf(await signIn(app, next))).toBe(sidOf(atOne))
  close()
})

it('an app that ends the session without a question is told at once, another at a moment of its own', async () => {
  const { app, asking, session, receiver, askingReceiver, atAsking, close } = await twoThatCompareNotes()
  const query = new URLSearchParams({ id_token_hint: atAsking.id_token, post_logout_redirect_uri: 'https://asks.example/bye' })
  const request = new Request(`${env().BASE_URL}/oauth2/logout?${query}`, { headers: { cookie: session.cookie } })
  const answer = toWeb(await endSessionEndpoint.handle(fromWeb(request), {}), request)
  expect(answer.headers.get('set-cookie')).toContain('Max-Age=0')
  await tell()
  await expect.poll(() => askingReceiver.received.length).toBe(1)
  expect((await tokenIn(askingReceiver.received[0], asking)).payload.sid).toBe(sidOf(atAsking))
  expect(receiver.received).toEqual([])
  const [seconds, ...more] = await planned(app)
  expect(more).toEqual([])
  expect(seconds).toBeGreaterThan(0)
  expect(seconds).toBeLessThan(24 * 3600)
  close()
})

it('an address that leads inside cannot be given', async () => {
  const { company, app } = await aWorld({ withUri: false })
  for (const uri of ['http://shop.example/', 'https://10.0.0.1/', 'https://u:p@shop.example/', 'https://shop.example/#x', 'x']) {
    await expect(updateApp(company.actor, app.id, { backchannel_logout_uri: uri }), uri).rejects.toMatchObject({ code: 'invalid_request' })
  }
})
