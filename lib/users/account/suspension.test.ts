import { afterAll, expect, it } from 'vitest'
import { listAuthorizations } from '#lib/apps/list-authorizations'
import { closeDatabase, transaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn, shardOf } from '#lib/core/shard'
import { upsertGrant } from '#lib/grants/store'
import { introspectToken } from '#lib/oauth/introspection/introspect-token'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { findLiveAlias } from '#lib/relay/store/receive'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { findSubs, findUserBySub } from '#lib/verifications/store/subjects'
import { aCode, aGrant, anExchange } from '../../../e2e/fixtures/grants'
import { beginSession } from '../../../e2e/fixtures/sessions'
import { consentWithoutPages } from '../../../e2e/fixtures/visitor'
import { aCompany, anApp } from '../../../e2e/fixtures/world'
import { recordPersonLogIn } from '../record-person-log-in'
import { requestDeletion } from './request-deletion'

afterAll(closeDatabase)

/** Somebody whose app holds everything an app can hold. */
async function aWatchedPerson() {
  const granted = await aGrant()
  const tokens = await (await anExchange(granted, ['openid', 'email', 'offline_access']))()
  const code = await aCode(granted.grantId)
  return { ...granted, tokens, code, subject: await ensureSubject(granted.person.id, granted.app.id) }
}

type Watched = Awaited<ReturnType<typeof aWatchedPerson>>

const errorOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code ?? String(error),
  )

const exchange = ({ client, code, app }: Watched) => exchangeCode(client, code.code, { redirectUri: app.redirect_uri, codeVerifier: code.verifier })

/** What the app's company can see without anything of the person's. */
async function seen({ company, app, person, subject }: Watched) {
  const bound = { id: 'ver_1', appId: app.id, userId: person.id, expectedUserId: null }
  return withDatabase(async (db) => ({
    listed: (await listAuthorizations(company.actor, app.id, { limit: 10 })).data.map(({ sub }) => sub),
    alias: (await findLiveAlias(subject.aliasLocalPart)) !== null,
    known: (await findUserBySub(db, app.id, subject.sub)) === person.id,
    named: (await findSubs(db, [bound])).get('ver_1') === subject.sub,
  }))
}

const everything = ({ subject }: Watched) => ({ listed: [subject.sub], alias: true, known: true, named: true })
const NOTHING = { listed: [], alias: false, known: false, named: false }

async function logInAgain(userId: string): Promise<void> {
  const { accessVersion } = await withDatabase((db) => db.user.findUniqueOrThrow({ where: { id: userId } }))
  expect(await recordPersonLogIn({ id: userId, accessVersion, browserSecret: randomBase62(43), browser: null, isFirst: true })).toBe(true)
}

const grantOf = ({ grantId }: Watched) => withDatabase((db) => db.grant.findFirstOrThrow({ where: { id: grantId } }))
const setGrant = ({ grantId }: Watched, data: { hiddenFrom?: Date; hiddenUntil?: Date }) =>
  withDatabase((db) => db.grant.updateMany({ where: { id: grantId }, data }))
const PAST = new Date(0)

it('nothing an app holds works from the moment the deletion is asked for, and all of it works again after a log-in', async () => {
  const watched = await aWatchedPerson()
  const { tokens, client, person } = watched
  expect(await requestDeletion(person.id, person.email)).toBe(true)
  expect(await errorOf(readUserinfo(tokens.access_token))).toBe('invalid_token')
  expect(await errorOf(rotateRefreshToken(client, tokens.refresh_token as string, undefined))).toBe('invalid_grant')
  expect(await errorOf(exchange(watched))).toBe('invalid_grant')
  for (const token of [tokens.access_token, tokens.refresh_token as string]) expect((await introspectToken(client, token)).active).toBe(false)
  expect(await beginSession('person', person.id)).toBeNull()

  await logInAgain(person.id)
  expect(await errorOf(readUserinfo(tokens.access_token))).toBeNull()
  expect((await introspectToken(client, tokens.access_token)).active).toBe(true)
  expect(await errorOf(rotateRefreshToken(client, tokens.refresh_token as string, undefined))).toBeNull()
  expect(await errorOf(exchange(watched))).toBeNull()
})

it('a code exchanged, a token refreshed or a consent given at the same moment leaves nothing that works', async () => {
  for (let round = 0; round < 3; round++) {
    const watched = await aWatchedPerson()
    const { tokens, client, person } = watched
    const other = await anApp(await aCompany())
    await ensureSubject(person.id, other.id)
    const consent = () =>
      transaction((tx) =>
        upsertGrant(tx, { id: newIdOn('grt', shardOf(person.id)), userId: person.id, appId: other.id, granted: ['openid', 'email'], declined: [] }),
      )
    const [exchanged, refreshed] = await Promise.all([
      exchange(watched).catch(() => null),
      rotateRefreshToken(client, tokens.refresh_token as string, undefined).catch(() => null),
      consent(),
      requestDeletion(person.id, person.email),
    ])
    for (const token of [exchanged?.access_token, refreshed?.access_token]) {
      if (token) expect(await errorOf(readUserinfo(token))).toBe('invalid_token')
    }
    expect(await withDatabase((db) => db.grant.count({ where: { userId: person.id, suspendedAt: null } }))).toBe(0)
  }
})

it('companies are told at a moment of their own within a day, and until then see no difference', async () => {
  const watched = await aWatchedPerson()
  const { person } = watched
  for (let apps = 0; apps < 12; apps++) await consentWithoutPages(person, await anApp(await aCompany()), ['openid', 'email'])
  await requestDeletion(person.id, person.email)
  expect(await seen(watched)).toEqual(everything(watched))
  const grants = await withDatabase((db) => db.grant.findMany({ where: { userId: person.id } }))
  const delays = grants.map(({ suspendedAt, hiddenFrom }) => (hiddenFrom?.getTime() ?? 0) - (suspendedAt?.getTime() ?? 0))
  expect(Math.min(...delays)).toBeGreaterThanOrEqual(0)
  expect(Math.max(...delays)).toBeLessThanOrEqual(24 * 3600_000)
  expect(new Set(delays.map((delay) => Math.floor(delay / 60_000))).size).toBeGreaterThan(6)
  await setGrant(watched, { hiddenFrom: PAST })
  expect(await seen(watched)).toEqual(NOTHING)
})

it('a company that was not told yet never learns of a deletion that was called off', async () => {
  const watched = await aWatchedPerson()
  await requestDeletion(watched.person.id, watched.person.email)
  await logInAgain(watched.person.id)
  expect(await grantOf(watched)).toMatchObject({ suspendedAt: null, hiddenFrom: null, hiddenUntil: null })
})

it('a company that was told sees the person again at a moment of its own, or when it gets tokens of them', async () => {
  const watched = await aWatchedPerson()
  const { person } = watched
  await requestDeletion(person.id, person.email)
  await setGrant(watched, { hiddenFrom: PAST })
  await logInAgain(person.id)
  expect(await seen(watched)).toEqual(NOTHING)
  await setGrant(watched, { hiddenUntil: PAST })
  expect(await seen(watched)).toEqual(everything(watched))

  await requestDeletion(person.id, person.email)
  await setGrant(watched, { hiddenFrom: PAST })
  await logInAgain(person.id)
  expect(await errorOf(exchange(watched))).toBeNull()
  expect(await seen(watched)).toEqual(everything(watched))
})
