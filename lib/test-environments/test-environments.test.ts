import { afterAll, expect, it } from 'vitest'
import { rotateSecret } from '#lib/apps/rotate-secret'
import { findApp } from '#lib/apps/store'
import { readTestSecret } from '#lib/apps/test-secret'
import { suspendCompany } from '#lib/companies/access/suspend-company'
import { authenticateApiKey } from '#lib/companies/authenticate-api-key'
import { openTestEnvironment } from '#lib/companies/environments/open-test-environment'
import { homeCompanyOf } from '#lib/companies/environments/store'
import { getCompany } from '#lib/companies/get-company'
import { issueApiKey } from '#lib/companies/issue-api-key'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { isDemoAddress } from '#lib/core/environment'
import { randomBase62 } from '#lib/core/random-id'
import { startAuthorization } from '#lib/oauth/authorize/start-authorization'
import { Parameters } from '#lib/oauth/form-parameters'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { logIn } from '#lib/users/log-in'
import { beginVerification } from '#lib/verifications/page/begin-verification'
import { staffActor } from '../../e2e/fixtures/actor'
import { challengeOf, newVerifier } from '../../e2e/fixtures/pkce'
import { personSession } from '../../e2e/fixtures/sessions'
import { aVerification, tokenOf } from '../../e2e/fixtures/verifications'
import { aCompany, aMember, anApp, aPerson, aVerifiedCompany, type TestApp, type TestCompany } from '../../e2e/fixtures/world'
import { MOST_DEMO_PEOPLE, makeDemoPerson, readDemoPeople, removeDemoPerson, resetDemoPerson } from './demo-people'
import { DEMO_KINDS } from './kinds'

afterAll(closeDatabase)

const ask = (text: string, values: unknown[]) => sql.query(statement<Record<string, unknown>>(`test_${randomBase62(8)}`, text), values)

/** A company and, beside it, what is its test environment. */
async function both(live?: TestCompany) {
  const company = live ?? (await aCompany())
  await openTestEnvironment(company.actor)
  const [row] = await ask('SELECT id FROM companies WHERE test_of_id = $1', [company.actor.companyId])
  const actor = staffActor({ companyId: row?.id as string, staffId: company.actor.id })
  return { company, test: { ...company, actor, apiKey: (await issueApiKey(actor, 'Test key')).apiKey } }
}

async function aDemoPerson({ actor }: TestCompany) {
  await makeDemoPerson(actor, 'adult')
  const [person] = (await readDemoPeople(actor.companyId)).slice(-1)
  if (!person) throw new Error('nobody was made')
  return person
}

async function visit(app: TestApp, userId: string) {
  const { hash } = await personSession(userId)
  const parameters = {
    client_id: app.client_id,
    redirect_uri: app.redirect_uri,
    response_type: 'code',
    scope: 'openid',
    code_challenge: challengeOf(newVerifier()),
    code_challenge_method: 'S256',
  }
  const step = await startAuthorization(new Parameters(new URLSearchParams(parameters)), hash)
  return step.kind === 'interact' ? step.screen : step.kind
}

it('a company has one test environment, however often it is opened, with its name and its standing as they are', async () => {
  const company = await aVerifiedCompany()
  await Promise.all([both(company), both(company), both(company)])
  const { companyId } = company.actor
  const mirrored = () => ask('SELECT name, verification_status::text AS status FROM companies WHERE test_of_id = $1', [companyId])
  expect(await mirrored()).toEqual([{ name: company.name, status: 'verified' }])
  await ask(`UPDATE companies SET name = 'Another name' WHERE id = $1 RETURNING id`, [companyId])
  expect(await mirrored()).toEqual([{ name: 'Another name', status: 'verified' }])
})

it('keys tell what they are for, and see nothing of the other side', async () => {
  const { company, test } = await both()
  expect(company.apiKey).toMatch(/^sgk_[0-9A-Za-z]{49}$/)
  expect(test.apiKey).toMatch(/^sgk_test_[0-9A-Za-z]{49}$/)
  const [live, tried] = [await anApp(company), await anApp(test)]
  for (const [key, sees, not] of [
    [company.apiKey, live, tried],
    [test.apiKey, tried, live],
  ] as const) {
    const { companyId } = await authenticateApiKey(`Bearer ${key}`)
    expect((await getCompany(await authenticateApiKey(`Bearer ${key}`))).environment).toBe(sees === live ? 'live' : 'test')
    expect(await withDatabase((db) => findApp(db, companyId, sees.id))).not.toBeNull()
    expect(await withDatabase((db) => findApp(db, companyId, not.id))).toBeNull()
  }
})

it('the secret of a test app is read again, also when it was rotated; that of a live one never', async () => {
  const { company, test } = await both()
  const [live, tried] = [await anApp(company), await anApp(test)]
  expect(await readTestSecret(test.actor.companyId, tried.id)).toBe(tried.client_secret)
  const { client_secret } = await rotateSecret(test.actor, tried.id)
  expect(await readTestSecret(test.actor.companyId, tried.id)).toBe(client_secret)
  expect(await readTestSecret(company.actor.companyId, live.id)).toBeNull()
  expect(await readTestSecret(company.actor.companyId, tried.id)).toBeNull()
  await expect(ask(`INSERT INTO test_secrets VALUES ($1, 'x', 'y')`, [live.id])).rejects.toThrow('kept nowhere')
})

it('to an app whoever belongs elsewhere is nobody', async () => {
  const { company, test } = await both()
  const { test: foreign } = await both()
  const [live, tried] = [await anApp(company), await anApp(test)]
  const [real, demo, stranger] = [await aPerson(), await aDemoPerson(test), await aDemoPerson(foreign)]
  expect(await visit(live, real.id)).toBe('consent')
  expect(await visit(tried, demo.id)).toBe('consent')
  expect(await visit(live, demo.id)).toBe('login')
  expect(await visit(tried, real.id)).toBe('login')
  expect(await visit(tried, stranger.id)).toBe('login')
})

it('the database itself lets none of them meet', async () => {
  const { company, test } = await both()
  const [live, tried] = [await anApp(company), await anApp(test)]
  const [real, demo] = [await aPerson(), await aDemoPerson(test)]
  await expect(ensureSubject(real.id, tried.id)).rejects.toThrow('two environments')
  await expect(ensureSubject(demo.id, live.id)).rejects.toThrow('two environments')
  await expect(ensureSubject(demo.id, tried.id)).resolves.toBeDefined()
  await expect(ask(`UPDATE users SET environment = 'live' WHERE id = $1`, [demo.id])).rejects.toThrow('nobody moves')
  await ask(`UPDATE apps SET environment = 'live' WHERE id = $1`, [tried.id])
  expect(await ask('SELECT environment FROM apps WHERE id = $1', [tried.id])).toEqual([{ environment: test.actor.companyId }])
  for (const [owner, app, person] of [
    [company, live, demo.id],
    [test, tried, real.id],
  ] as const) {
    const session = await aVerification(owner, { app })
    await beginVerification({ token: tokenOf(session), userId: person })
    expect(await ask('SELECT status::text, failure_code, user_id FROM verification_sessions WHERE id = $1', [session.id])).toEqual([
      { status: 'failed', failure_code: 'account_mismatch', user_id: null },
    ])
    await expect(ask('UPDATE verification_sessions SET user_id = $2 WHERE id = $1', [session.id, person])).rejects.toThrow('two environments')
  }
})

it('everybody whom a company can invent logs in as its staff read it, and is again as they were when they are reset', async () => {
  const { test } = await both()
  const app = await anApp(test)
  for (const kind of DEMO_KINDS) await makeDemoPerson(test.actor, kind)
  const people = await readDemoPeople(test.actor.companyId)
  expect(people.map(({ kind }) => kind)).toEqual([...DEMO_KINDS])
  for (const { id, kind, email, password, code } of people) {
    expect(isDemoAddress(email)).toBe(true)
    expect((await logIn(email, password, { network: randomBase62(8) })).kind).toBe(kind === 'two_factor' ? 'second_factor' : 'ok')
    expect(code).toEqual(kind === 'two_factor' ? expect.stringMatching(/^\d{6}$/) : null)
    await ensureSubject(id, app.id)
    await resetDemoPerson(test.actor, id)
  }
  const again = await readDemoPeople(test.actor.companyId)
  expect(again.map(({ email, password }) => [email, password])).toEqual(people.map(({ email, password }) => [email, password]))
  expect(await ask('SELECT 1 FROM subjects WHERE app_id = $1', [app.id])).toEqual([])
  const [first] = again
  await removeDemoPerson(test.actor, first?.id ?? '')
  expect(await readDemoPeople(test.actor.companyId)).toHaveLength(DEMO_KINDS.length - 1)
  expect((await logIn(first?.email ?? '', first?.password ?? '', { network: randomBase62(8) })).kind).toBe('wrong')
})

it('nobody is invented outside a test environment, by another company, or beyond the most', async () => {
  const { company, test } = await both()
  await expect(makeDemoPerson(company.actor, 'adult')).rejects.toMatchObject({ code: 'not_found' })
  const person = await aDemoPerson(test)
  const { test: foreign } = await both()
  await expect(resetDemoPerson(foreign.actor, person.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(removeDemoPerson(foreign.actor, person.id)).rejects.toMatchObject({ code: 'not_found' })
  await expect(removeDemoPerson(test.actor, (await aPerson()).id)).rejects.toMatchObject({ code: 'not_found' })
  for (let nth = 1; nth < MOST_DEMO_PEOPLE; nth++) await makeDemoPerson(test.actor, 'minor')
  await expect(makeDemoPerson(test.actor, 'minor')).rejects.toMatchObject({ code: 'invalid_request' })
})

it('a suspended company is stopped in its test environment too, and its staff are told of both', async () => {
  const { company, test } = await both()
  const app = await anApp(test)
  await aMember(company, 'admin')
  expect(await homeCompanyOf(sql, test.actor.companyId)).toBe(company.actor.companyId)
  await suspendCompany(company.actor.companyId, 'a test')
  await expect(visit(app, (await aPerson()).id)).rejects.toMatchObject({ reason: 'client_inactive' })
  await expect(authenticateApiKey(`Bearer ${test.apiKey}`)).rejects.toMatchObject({ code: 'unauthorized' })
})
