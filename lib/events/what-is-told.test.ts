import { afterAll, describe, expect, it } from 'vitest'
import { updateApp } from '#lib/apps/update-app'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { decideVerification } from '#lib/companies/verification/decide-verification'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { endDueGrants, withdrawAccess, withdrawScope } from '#lib/grants/end-grants'
import { newCode } from '#lib/oauth/authorize/new-code'
import { insertCode, readAuthorizationContext } from '#lib/oauth/authorize/store'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { requestDeletion } from '#lib/users/account/request-deletion'
import { switchAlias } from '#lib/users/aliases/switch-alias'
import { recordPersonLogIn } from '#lib/users/record-person-log-in'
import { aCode, aGrant, anExchange } from '../../e2e/fixtures/grants'
import { challengeOf, newVerifier } from '../../e2e/fixtures/pkce'
import { personSession } from '../../e2e/fixtures/sessions'
import { consentWithoutPages } from '../../e2e/fixtures/visitor'
import { ALL_SCOPES, anApp, type TestCompany } from '../../e2e/fixtures/world'
import { listEvents } from './list-events'

afterAll(closeDatabase)

const QUERY = { limit: 100, cursor: undefined, after: undefined, app_id: undefined }
const PEOPLE = ['authorization.granted', 'authorization.changed', 'authorization.withdrawn', 'alias.disabled', 'alias.enabled'] as const

const log = async ({ actor }: TestCompany) => (await listEvents(actor, { ...QUERY, type: [...PEOPLE] })).data
const types = async (company: TestCompany) => (await log(company)).map(({ type }) => type)

async function aPersonWhoWasSeen() {
  const granted = await aGrant()
  const { sub } = await ensureSubject(granted.person.id, granted.app.id)
  return { ...granted, sub }
}

describe('of a person a company is told', () => {
  it('the first consent, once, and nothing of an exchange', async () => {
    const granted = await aPersonWhoWasSeen()
    await consentWithoutPages(granted.person, granted.app, ALL_SCOPES)
    await (await anExchange(granted))()
    const [event, ...more] = await log(granted.company)
    expect(more).toEqual([])
    expect(event).toEqual({
      id: expect.stringMatching(/^evt_[0-9A-Za-z]{22}$/),
      type: 'authorization.granted',
      created_at: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:00Z$/),
      api_version: '2026-11-21',
      data: { app_id: granted.app.id, sub: granted.sub, scopes: ALL_SCOPES, reason: 'person' },
    })
  })

  it('what is left when a scope is taken back, and that nothing is when all of it is', async () => {
    const { company, person, app, sub } = await aPersonWhoWasSeen()
    await withdrawScope(person.id, app.id, 'email')
    await withdrawAccess(person.id, app.id)
    await withdrawAccess(person.id, app.id)
    const about = { app_id: app.id, sub, reason: 'person' }
    expect((await log(company)).slice(1)).toMatchObject([
      { type: 'authorization.changed', data: { ...about, scopes: ALL_SCOPES.filter((scope) => scope !== 'email') } },
      { type: 'authorization.withdrawn', data: { ...about, scopes: [] } },
    ])
  })

  it('that a code came twice', async () => {
    const { company, client, grantId, app } = await aPersonWhoWasSeen()
    const { code, verifier } = await aCode(grantId)
    const exchange = () => exchangeCode(client, code, { redirectUri: app.redirect_uri, codeVerifier: verifier })
    await exchange()
    await expect(exchange()).rejects.toMatchObject({ code: 'invalid_grant' })
    expect((await log(company)).at(-1)).toMatchObject({ type: 'authorization.withdrawn', data: { reason: 'token_replay' } })
  })

  it('that mail to its alias stops and goes on, while it has the alias', async () => {
    const { company, person, app } = await aPersonWhoWasSeen()
    await switchAlias(person.id, app.id, true)
    await switchAlias(person.id, app.id, true)
    await switchAlias(person.id, app.id, false)
    await withdrawScope(person.id, app.id, 'email')
    await switchAlias(person.id, app.id, true)
    expect(await types(company)).toEqual(['authorization.granted', 'alias.disabled', 'alias.enabled', 'authorization.changed'])
  })
})

const HIDE = statement<object>(
  'test_told_of_suspension',
  `WITH told AS (UPDATE outgoing_events SET visible_at = clock_timestamp() WHERE grant_id = $1)
   UPDATE grants SET hidden_from = CASE WHEN hidden_until IS NULL THEN clock_timestamp() ELSE hidden_from END, hidden_until = CASE WHEN hidden_until IS NOT NULL THEN clock_timestamp() END WHERE id = $1`,
)
const itsMoment = (grantId: string) => sql.query(HIDE, [grantId])

const UNTOLD = statement<{ seconds: number }>(
  'test_untold_events',
  `SELECT extract(epoch FROM visible_at - clock_timestamp())::float8 AS seconds FROM outgoing_events WHERE grant_id = ANY($1) ORDER BY visible_at`,
)
const untold = async (...grantIds: string[]) => (await sql.query(UNTOLD, [grantIds])).map(({ seconds }) => seconds)

const ENDS_IN = statement<object>('test_access_ends_in', `UPDATE grants SET ends_at = clock_timestamp() + make_interval(secs => $2) WHERE id = $1`)
const DUE_BEFORE_ITS_TIME = statement<object>(
  'test_event_due_before_its_time',
  `UPDATE outgoing_events SET visible_at = clock_timestamp() WHERE grant_id = $1`,
)
/** All that waits for the return, in the order of its moments. */
const RETURN_IS_NOW = statement<object>(
  'test_return_is_now',
  `UPDATE outgoing_events SET visible_at = visible_at - interval '25 hours' WHERE grant_id = $1`,
)

async function logInAgain(userId: string): Promise<void> {
  const { accessVersion } = await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: userId } }))
  await recordPersonLogIn({ id: userId, accessVersion, browserSecret: randomBase62(43), browser: null, isFirst: true })
}

/** The app gets tokens, after the sessions of before ended with the wish to delete the account. */
async function signInAgain({ person, app, client }: Awaited<ReturnType<typeof aPersonWhoWasSeen>>): Promise<void> {
  const { hash } = await personSession(person.id)
  const context = await readAuthorizationContext(app.client_id, hash)
  if (!context?.session || !context.grant) throw new Error('no consent')
  const verifier = newVerifier()
  const request = { redirectUri: app.redirect_uri, codeChallenge: challengeOf(verifier), scopes: ['openid' as const], prompts: [] }
  const { secret, stored } = newCode(request, { client: context.client, session: context.session, grantId: context.grant.id })
  await insertCode(sql, stored)
  await exchangeCode(client, secret, { redirectUri: app.redirect_uri, codeVerifier: verifier })
}

describe('the end of an account looks like a withdrawal at every app', () => {
  it('each told at a moment of its own within a day, also two apps of one company', async () => {
    const { company, person, app, grantId } = await aPersonWhoWasSeen()
    const grants = [grantId]
    for (let more = 0; more < 5; more++) {
      const another = await anApp(company)
      await consentWithoutPages(person, another, ['openid'])
      grants.push((await withDatabase((db) => db.grant.findFirstOrThrow({ where: { appId: another.id } }))).id)
    }
    await requestDeletion(person.id, person.email)
    expect(await types(company)).toEqual(grants.map(() => 'authorization.granted'))
    const moments = await untold(...grants)
    expect(moments).toHaveLength(grants.length)
    expect(moments.every((seconds) => seconds > -1 && seconds < 24 * 3600)).toBe(true)
    expect((moments.at(-1) as number) - (moments[0] as number)).toBeGreaterThan(600)

    await itsMoment(grantId)
    const last = (await log(company)).at(-1)
    expect(last).toMatchObject({ type: 'authorization.withdrawn', data: { app_id: app.id, scopes: [], reason: 'person' } })
  })

  it('whoever comes back before the moment was never gone', async () => {
    const { company, person, grantId } = await aPersonWhoWasSeen()
    await requestDeletion(person.id, person.email)
    await logInAgain(person.id)
    expect(await untold(grantId)).toEqual([])
    expect(await types(company)).toEqual(['authorization.granted'])
  })

  it('whoever comes back after it is granted anew, at a moment of its own, with what is granted then', async () => {
    const { company, person, app, grantId } = await aPersonWhoWasSeen()
    await requestDeletion(person.id, person.email)
    await itsMoment(grantId)
    await types(company)
    await logInAgain(person.id)
    await withdrawScope(person.id, app.id, 'email')
    expect(await types(company)).toEqual(['authorization.granted', 'authorization.withdrawn'])
    await itsMoment(grantId)
    const last = (await log(company)).at(-1)
    expect(last).toMatchObject({ type: 'authorization.granted', data: { scopes: ALL_SCOPES.filter((scope) => scope !== 'email') } })
  })

  it('whoever comes back and withdraws before anybody was told is told of no more', async () => {
    const { company, person, app, grantId } = await aPersonWhoWasSeen()
    await requestDeletion(person.id, person.email)
    await itsMoment(grantId)
    await types(company)
    await logInAgain(person.id)
    await withdrawAccess(person.id, app.id)
    expect(await untold(grantId)).toEqual([])
    expect(await types(company)).toEqual(['authorization.granted', 'authorization.withdrawn'])
  })

  it('whoever comes back, is signed in anew and then withdraws has withdrawn', async () => {
    const granted = await aPersonWhoWasSeen()
    const { company, person, app, grantId } = granted
    await requestDeletion(person.id, person.email)
    await itsMoment(grantId)
    await types(company)
    await logInAgain(person.id)
    await signInAgain(granted)
    await withdrawAccess(person.id, app.id)
    expect(await untold(grantId)).toEqual([])
    expect((await types(company)).slice(2)).toEqual(['authorization.withdrawn'])
  })

  it('whoever comes back, is signed in anew and asks for deletion again is gone again within a day', async () => {
    const granted = await aPersonWhoWasSeen()
    const { company, person, grantId } = granted
    await requestDeletion(person.id, person.email)
    await itsMoment(grantId)
    await types(company)
    await logInAgain(person.id)
    await signInAgain(granted)
    await requestDeletion(person.id, person.email)
    expect(await types(company)).toEqual(['authorization.granted', 'authorization.withdrawn'])
    expect(await untold(grantId)).toHaveLength(1)
    await itsMoment(grantId)
    expect((await types(company)).at(-1)).toBe('authorization.withdrawn')
  })

  it('an access that was given for a time ends at its time, and nothing shows before whether it would', async () => {
    const { company, person, grantId } = await aPersonWhoWasSeen()
    await sql.query(ENDS_IN, [grantId, 60])
    await requestDeletion(person.id, person.email)
    const [seconds] = await untold(grantId)
    expect(seconds).toBeLessThanOrEqual(60)
    expect(await types(company)).toEqual(['authorization.granted'])
  })

  it('an access whose time is over ends as ever, also when its person asks for deletion before it is noticed', async () => {
    const { company, person, grantId } = await aPersonWhoWasSeen()
    await sql.query(ENDS_IN, [grantId, 0])
    await requestDeletion(person.id, person.email)
    await endDueGrants(new AbortController().signal)
    expect(await types(company)).toEqual(['authorization.granted', 'authorization.withdrawn'])
  })

  it('whoever comes back in the moment in which it was told is granted anew within a day', async () => {
    const { company, person, grantId } = await aPersonWhoWasSeen()
    await requestDeletion(person.id, person.email)
    await sql.query(DUE_BEFORE_ITS_TIME, [grantId])
    expect(await types(company)).toEqual(['authorization.granted', 'authorization.withdrawn'])
    await logInAgain(person.id)
    const [seconds] = await untold(grantId)
    expect(seconds).toBeGreaterThan(0)
    await itsMoment(grantId)
    expect((await types(company)).at(-1)).toBe('authorization.granted')
  })

  it('an alias that was switched while nobody was told of the return is told behind it, as it stands then', async () => {
    const { company, person, app, grantId } = await aPersonWhoWasSeen()
    await requestDeletion(person.id, person.email)
    await itsMoment(grantId)
    await types(company)
    await logInAgain(person.id)
    for (const isOff of [true, false, true, false]) await switchAlias(person.id, app.id, isOff)
    await sql.query(RETURN_IS_NOW, [grantId])
    expect((await types(company)).slice(2)).toEqual(['authorization.granted', 'alias.enabled'])
  })
})

it("a change of the company's own things is an event of ids and who did it, and of no name", async () => {
  const { company, app } = await aGrant()
  const after = (await listEvents(company.actor, { ...QUERY, type: undefined })).data.at(-1)?.id
  await updateApp(company.actor, app.id, { name: 'Another name' })
  const { id } = await issueApiKey(company.actor, 'A key of somebody')
  await withDatabase((db) => db.company.update({ where: { id: company.actor.companyId }, data: { verificationStatus: 'pending' } }))
  await decideVerification(company.actor.companyId, { event: 'reject', reason: 'the register knows no such company' })
  const { data } = await listEvents(company.actor, { ...QUERY, type: undefined, after })
  const staff = { kind: 'staff', id: company.actor.id }
  expect(data.map((event) => [event.type, event.data])).toEqual([
    ['app.updated', { app_id: app.id, actor: staff }],
    ['api_key.created', { api_key_id: id, actor: staff }],
    ['company.rejected', { actor: { kind: 'operator', id: null } }],
  ])
})
