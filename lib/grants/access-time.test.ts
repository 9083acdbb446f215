import { afterAll, describe, expect, it } from 'vitest'
import { listAuthorizations } from '#lib/apps/list-authorizations'
import { closeDatabase, transaction, withDatabase } from '#lib/core/db'
import { newIdOn, shardOf } from '#lib/core/shard'
import { readAuthorizationContext } from '#lib/oauth/authorize/store'
import { introspectToken } from '#lib/oauth/introspection/introspect-token'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { findLiveAlias } from '#lib/relay/store/receive'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { listActivity } from '#lib/users/activity/list-activity'
import { listAliases } from '#lib/users/aliases/switch-alias'
import { findSubs, findUserBySub } from '#lib/verifications/store/subjects'
import { aCode, aGrant, anExchange } from '../../e2e/fixtures/grants'
import { personSession } from '../../e2e/fixtures/sessions'
import { readAccessTime, secondsOf } from './access-time'
import { endDueGrants } from './end-grants'
import { listUserGrants } from './list-user-grants'
import { upsertGrant } from './store'

afterAll(closeDatabase)

const FOREVER = new AbortController().signal

it.each([
  ['days_90', 90 * 24 * 3600],
  ['today', 24 * 3600],
  ['until_withdrawn', null],
  [null, 'as_before'],
  ['', 'as_before'],
  ['forever', 'as_before'],
  ['constructor', 'as_before'],
])('a form that says %s means %s', (text, seconds) => {
  expect(secondsOf(readAccessTime(text))).toBe(seconds)
})

/** Somebody whose app holds everything an app can hold. */
async function aHolder() {
  const granted = await aGrant()
  const tokens = await (await anExchange(granted, ['openid', 'email', 'offline_access']))()
  const code = await aCode(granted.grantId)
  return { ...granted, tokens, code, subject: await ensureSubject(granted.person.id, granted.app.id) }
}

type Holder = Awaited<ReturnType<typeof aHolder>>

const grantOf = ({ person, app }: Holder) => withDatabase((db) => db.grant.findFirst({ where: { userId: person.id, appId: app.id } }))
const endAt = ({ grantId }: Holder, endsAt: Date) =>
  withDatabase((db) => db.grant.update({ where: { shard_id: { shard: shardOf(grantId), id: grantId } }, data: { endsAt } }))
const errorOf = (work: Promise<unknown>): Promise<string | null> =>
  work.then(
    () => null,
    (error: { code?: string }) => error.code ?? String(error),
  )
const answer = ({ person, app }: Holder, lastsSeconds?: number | null | 'as_before') =>
  transaction((tx) =>
    upsertGrant(tx, {
      id: newIdOn('grt', shardOf(person.id)),
      userId: person.id,
      appId: app.id,
      granted: ['openid', 'email'],
      declined: [],
      lastsSeconds,
    }),
  )

/** All that anybody can have of it. */
async function whatWorks(holder: Holder) {
  const { tokens, client, app, code, company, person, subject } = holder
  const { hash } = await personSession(person.id)
  const bound = { id: 'ver_1', appId: app.id, userId: person.id, expectedUserId: null }
  return {
    userinfo: await errorOf(readUserinfo(tokens.access_token)),
    introspection: (await introspectToken(client, tokens.access_token)).active,
    silent: (await readAuthorizationContext(app.client_id, hash))?.grant !== null,
    listed: (await listAuthorizations(company.actor, app.id, { limit: 10 })).data.length,
    alias: (await findLiveAlias(subject.aliasLocalPart)) !== null,
    known: (await withDatabase((db) => findUserBySub(db, app.id, subject.sub))) !== null,
    named: (await withDatabase((db) => findSubs(db, [bound]))).size,
    inPanel: (await listUserGrants(person.id)).length,
    isShared: (await listAliases(person.id))[0]?.isShared,
    exchange: await errorOf(exchangeCode(client, code.code, { redirectUri: app.redirect_uri, codeVerifier: code.verifier })),
    refresh: await errorOf(rotateRefreshToken(client, tokens.refresh_token as string, undefined)),
  }
}

describe('access for a time', () => {
  it('works until then, and not a moment longer, for whoever asks', async () => {
    const holder = await aHolder()
    await endAt(holder, new Date(Date.now() + 3600_000))
    const ALL = { introspection: true, silent: true, listed: 1, alias: true, known: true, named: 1, inPanel: 1, isShared: true }
    expect(await whatWorks(holder)).toEqual({ ...ALL, userinfo: null, exchange: null, refresh: null })

    const other = await aHolder()
    await endAt(other, new Date(Date.now() - 1000))
    const NONE = { introspection: false, silent: false, listed: 0, alias: false, known: false, named: 0, inPanel: 0, isShared: false }
    expect(await whatWorks(other)).toEqual({ ...NONE, userinfo: 'invalid_token', exchange: 'invalid_grant', refresh: 'invalid_grant' })
  })

  it('is taken away by the worker, with a line in the history', async () => {
    const holder = await aHolder()
    await endAt(holder, new Date(Date.now() - 1000))
    const live = await aHolder()
    await endAt(live, new Date(Date.now() + 3600_000))
    await endDueGrants(FOREVER)
    expect([await grantOf(holder), (await grantOf(live)) !== null]).toEqual([null, true])
    const [line] = (await listActivity(holder.person.id, undefined)).events
    expect(line).toMatchObject({ action: 'app.access_ended', appName: holder.app.name })
  })

  it('given anew after its end brings nothing of before back', async () => {
    const holder = await aHolder()
    await endAt(holder, new Date(Date.now() - 1000))
    await answer(holder, null)
    expect(await errorOf(readUserinfo(holder.tokens.access_token))).toBe('invalid_token')
    expect(await errorOf(rotateRefreshToken(holder.client, holder.tokens.refresh_token as string, undefined))).toBe('invalid_grant')
    expect((await grantOf(holder))?.endsAt).toBeNull()
  })

  it('is counted by the clock of the database from the answer, and an answer that says nothing leaves it', async () => {
    const holder = await aHolder()
    const before = Date.now()
    const given = await answer(holder, 3600)
    expect(Math.abs(Number(given?.endsAt) - before - 3600_000)).toBeLessThan(60_000)
    expect((await answer(holder))?.endsAt).toEqual(given?.endsAt)
    expect((await answer(holder, 'as_before'))?.endsAt).toEqual(given?.endsAt)
    expect((await answer(holder, null))?.endsAt).toBeNull()
  })
})
