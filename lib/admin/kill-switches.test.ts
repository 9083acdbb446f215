import { afterAll, describe, expect, it } from 'vitest'
import { createApp } from '#lib/apps/create-app'
import { listAuthorizations } from '#lib/apps/list-authorizations'
import { readAuditQuery } from '#lib/audit/filter'
import { listAudit } from '#lib/audit/list-audit'
import { authenticateApiKey } from '#lib/companies/authenticate-api-key'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { readAuthorizationContext } from '#lib/oauth/authorize/store'
import { introspectToken } from '#lib/oauth/introspection/introspect-token'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { eraseDuePeople } from '#lib/privacy/erase-due-people'
import { IDLE_SECONDS } from '#lib/session/realm'
import { readStaffSessionRow } from '#lib/session/staff-session-store'
import { readUserSessionRow } from '#lib/session/store'
import { requestDeletion } from '#lib/users/account/request-deletion'
import { logIn } from '#lib/users/log-in'
import { recordPersonLogIn } from '#lib/users/record-person-log-in'
import { requireActiveApp } from '#lib/verifications/interface/create-verification'
import { aCode, aGrant, anExchange } from '../../e2e/fixtures/grants'
import { beginSession, personSession, staffSession } from '../../e2e/fixtures/sessions'
import { Refusal, WrongUse } from './command'
import { appResume } from './commands/app-resume'
import { appSuspend } from './commands/app-suspend'
import { companyResume } from './commands/company-resume'
import { companySuspend } from './commands/company-suspend'
import { personResume } from './commands/person-resume'
import { personSuspend } from './commands/person-suspend'

afterAll(closeDatabase)

const REASON = { reason: 'Phishing' }
const BY_OPERATOR = { actor: { kind: 'operator' }, changes: [{ field: 'reason', after: REASON.reason }] }

/** Somebody whose app holds everything an app can hold. */
async function aWatched() {
  const granted = await aGrant()
  const tokens = await (await anExchange(granted, ['openid', 'email', 'offline_access']))()
  const { hash } = await personSession(granted.person.id)
  return { ...granted, tokens, hash, code: await aCode(granted.grantId) }
}
type Watched = Awaited<ReturnType<typeof aWatched>>

const errorOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'works',
    (error: { code?: string }) => error.code ?? String(error),
  )

/** What each of the things that a company or its apps live on says to the next request. */
const state = async ({ tokens, client, app, company, hash }: Watched) => ({
  userinfo: await errorOf(readUserinfo(tokens.access_token)),
  introspection: (await introspectToken(client, tokens.access_token).catch(() => ({ active: false }))).active,
  logIn: (await readAuthorizationContext(app.client_id, hash))?.client.isActive,
  verification: await errorOf(withDatabase((db) => requireActiveApp(db, company.actor.companyId, { id: app.id }))),
  apiKey: await errorOf(authenticateApiKey(`Bearer ${company.apiKey}`)),
})

const ALL_WELL = { userinfo: 'works', introspection: true, logIn: true, verification: 'works', apiKey: 'works' }
const APP_STOPPED = { userinfo: 'invalid_token', introspection: false, logIn: false, verification: 'invalid_client', apiKey: 'works' }

const exchange = ({ client, code, app }: Watched) => exchangeCode(client, code.code, { redirectUri: app.redirect_uri, codeVerifier: code.verifier })
const refresh = ({ client, tokens }: Watched) => rotateRefreshToken(client, tokens.refresh_token as string, undefined)

const audited = async ({ company }: Watched, action: string) =>
  (await listAudit(company.actor.companyId, readAuditQuery({}).filter, undefined)).lines.find((line) => line.action === action)

describe('an app', () => {
  it('that is suspended serves nothing from the next request on, and everything it held works again once it is resumed', async () => {
    const watched = await aWatched()
    expect(await state(watched)).toEqual(ALL_WELL)
    await appSuspend.run([watched.app.id], REASON)
    expect(await state(watched)).toEqual(APP_STOPPED)
    expect([await errorOf(exchange(watched)), await errorOf(refresh(watched))]).toEqual(['invalid_client', 'invalid_client'])
    expect(await audited(watched, 'app.suspended')).toMatchObject(BY_OPERATOR)
    await appResume.run([watched.app.id], {})
    expect(await state(watched)).toEqual(ALL_WELL)
    expect([await errorOf(exchange(watched)), await errorOf(refresh(watched))]).toEqual(['works', 'works'])
    expect(await audited(watched, 'app.resumed')).toBeDefined()
  })

  it('keeps the status that its company gave it', async () => {
    const watched = await aWatched()
    await withDatabase((db) => db.app.update({ where: { id: watched.app.id }, data: { status: 'inactive' } }))
    await appSuspend.run([watched.app.id], REASON)
    await withDatabase((db) => db.app.update({ where: { id: watched.app.id }, data: { status: 'active' } }))
    expect(await state(watched)).toEqual(APP_STOPPED)
    await appResume.run([watched.app.id], {})
    expect(await state(watched)).toEqual(ALL_WELL)
  })
})

describe('a company', () => {
  it('that is suspended has no key, member or app that works, and all of them again once it is resumed', async () => {
    const watched = await aWatched()
    const { actor } = watched.company
    const staff = await staffSession(actor.id as string)
    const own = () => readStaffSessionRow(staff.hash, IDLE_SECONDS, IDLE_SECONDS)
    await companySuspend.run([actor.companyId], REASON)
    expect(await state(watched)).toEqual({ ...APP_STOPPED, apiKey: 'unauthorized' })
    expect([await own(), await beginSession('staff', actor.id as string)]).toEqual([null, null])
    const fields = { name: 'Late', client_type: 'public', redirect_uris: ['https://late.example/cb'], scopes: ['openid'] }
    expect(await errorOf(createApp(actor, fields as Parameters<typeof createApp>[1]))).toBe('unauthorized')
    await companyResume.run([actor.companyId], {})
    expect(await state(watched)).toEqual(ALL_WELL)
    expect(await own()).toMatchObject({ companyId: actor.companyId })
    expect(await audited(watched, 'company.suspended')).toMatchObject(BY_OPERATOR)
  })

  it('that is resumed leaves an app stopped that was stopped by itself', async () => {
    const watched = await aWatched()
    const { companyId } = watched.company.actor
    await appSuspend.run([watched.app.id], REASON)
    await companySuspend.run([companyId], REASON)
    await companyResume.run([companyId], {})
    expect(await state(watched)).toEqual(APP_STOPPED)
    await companySuspend.run([companyId], REASON)
    await appResume.run([watched.app.id], {})
    expect((await state(watched)).userinfo).toBe('invalid_token')
  })
})

describe('a person', () => {
  const isListed = async ({ company, app }: Watched) => (await listAuthorizations(company.actor, app.id, { limit: 10 })).data.length === 1
  const session = ({ hash }: Watched) => readUserSessionRow(hash, IDLE_SECONDS, IDLE_SECONDS)
  const proven = async ({ person }: Watched) => {
    const { accessVersion } = await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: person.id } }))
    return { id: person.id, accessVersion, browserSecret: randomBase62(43), browser: null, isFirst: true }
  }

  it('who is suspended is logged out and not let in, and no app can use their consents, while companies see no difference yet', async () => {
    const watched = await aWatched()
    await personSuspend.run([watched.person.email], {})
    expect(await session(watched)).toBeNull()
    expect(await recordPersonLogIn(await proven(watched))).toBe(false)
    expect(await beginSession('person', watched.person.id)).toBeNull()
    expect([await errorOf(readUserinfo(watched.tokens.access_token)), await errorOf(refresh(watched)), await errorOf(exchange(watched))]).toEqual([
      'invalid_token',
      'invalid_grant',
      'invalid_grant',
    ])
    expect(await isListed(watched)).toBe(true)
    const { hiddenFrom } = await withDatabase((db) => db.grant.findFirstOrThrow({ where: { id: watched.grantId } }))
    expect(hiddenFrom?.getTime()).toBeGreaterThan(Date.now())

    await personResume.run([watched.person.id], {})
    expect(await errorOf(readUserinfo(watched.tokens.access_token))).toBe('works')
    expect([await errorOf(refresh(watched)), await errorOf(exchange(watched))]).toEqual(['works', 'works'])
    expect(await recordPersonLogIn(await proven(watched))).toBe(true)
    expect(await beginSession('person', watched.person.id)).not.toBeNull()
    const told = await withDatabase((db) =>
      db.activityEvent.findMany({ where: { userId: watched.person.id, action: { contains: 'by_operator' } }, orderBy: { id: 'asc' } }),
    )
    expect(told.map(({ action }) => action)).toEqual(['account.suspended_by_operator', 'account.resumed_by_operator'])
  })

  it('whose deletion was planned is not deleted while they are suspended, and has as long as before to call it off', async () => {
    const watched = await aWatched()
    const { id, email } = watched.person
    await requestDeletion(id, email)
    await personSuspend.run([id], {})
    await sql.query(LONG_AGO, [id])
    await eraseDuePeople()
    await personResume.run([id], {})
    const row = await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id } }))
    expect((row.deletionDueAt as Date).getTime() / 3600_000).toBeCloseTo(Date.now() / 3600_000 + 24 * 14, 0)
    expect(await errorOf(readUserinfo(watched.tokens.access_token))).toBe('invalid_token')
    expect(await recordPersonLogIn(await proven(watched))).toBe(true)
    expect(await errorOf(readUserinfo(watched.tokens.access_token))).toBe('works')
  })

  it('is told of the suspension by nothing that a wrong password shows', async () => {
    const watched = await aWatched()
    const client = { network: '192.0.2.0/24', device: undefined }
    const before = await logIn(watched.person.email, 'not the password at all', client as Parameters<typeof logIn>[2])
    await personSuspend.run([watched.person.id], {})
    expect(await logIn(watched.person.email, 'not the password at all', client as Parameters<typeof logIn>[2])).toEqual(before)
  })
})

const LONG_AGO = statement<object>(
  'test_suspended_long_ago',
  `UPDATE users SET deletion_due_at = deletion_due_at - interval '30 days', suspended_at = suspended_at - interval '30 days' WHERE id = $1`,
)

it('says so when there is nothing to change, and asks for a reason', async () => {
  const { app, company } = await aWatched()
  await expect(appSuspend.run([app.id], {})).rejects.toThrow(WrongUse)
  await expect(companySuspend.run([company.actor.companyId], {})).rejects.toThrow(WrongUse)
  for (const command of [appResume, companyResume, personResume]) await expect(command.run(['app_none'], {})).rejects.toThrow(Refusal)
  await expect(appResume.run([app.id], {})).rejects.toThrow('it is not suspended')
  await expect(personSuspend.run(['nobody@nowhere.example'], {})).rejects.toThrow(Refusal)
})
