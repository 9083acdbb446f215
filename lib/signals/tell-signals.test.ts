import { decodeJwt } from 'jose'
import { afterAll, describe, expect, it } from 'vitest'
import { changeAccess } from '#lib/accounts/credentials/change-access'
import { setPasswordHash } from '#lib/accounts/credentials/store'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { env } from '#lib/core/env'
import { withdrawAccess } from '#lib/grants/end-grants'
import { workThrough } from '#lib/jobs/work-queue'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { requestDeletion } from '#lib/users/account/request-deletion'
import type { Assurance } from '#lib/users/assurance'
import { listDeliveries } from '#lib/webhooks/read-deliveries'
import { aCode, aGrant } from '../../e2e/fixtures/grants'
import { consentWithoutPages } from '../../e2e/fixtures/visitor'
import { anApp, aPerson, type TestCompany, type TestPerson } from '../../e2e/fixtures/world'
import { createStream } from './create-stream'
import { pollStream } from './poll-stream'
import { ASSURANCE_LEVEL_CHANGE, CREDENTIAL_CHANGE, OF_EVENTS, SUPPORTED } from './signals'
import { removeSubject } from './stream-subjects'
import { tellSignalsQueue } from './tell-signals.job'

afterAll(closeDatabase)

const NOW = { returnImmediately: true, ack: [], setErrs: {} }
const nameOf = (uri: string) => uri.replace(/.*\//, '')

/** A person at an app of a company that hears of everything. */
async function aListener(known?: TestPerson) {
  const granted = await aGrant(known)
  const { sub } = await ensureSubject(granted.person.id, granted.app.id)
  const { stream_id } = await createStream(granted.company.actor, { events_requested: [...SUPPORTED] })
  return { ...granted, sub, stream_id }
}

type Claims = { sub_id: { sub: string }; events: Record<string, Record<string, unknown>>; iat: number; txn: string; jti: string }

/** What was told so far, by name. */
async function told({ company, stream_id }: { company: TestCompany; stream_id: string }) {
  const { sets } = await pollStream(company.actor, stream_id, NOW)
  const claims = Object.values(sets).map((set) => decodeJwt<Claims>(set))
  return claims.flatMap(({ events, ...rest }) => Object.entries(events).map(([uri, payload]) => ({ name: nameOf(uri), payload, ...rest })))
}
const names = async (listener: Parameters<typeof told>[0]) => (await told(listener)).map(({ name }) => name).toSorted()

const work = () => workThrough(tellSignalsQueue)(new AbortController().signal)

async function changePassword({ id }: TestPerson) {
  await changeAccess({ realm: 'person', id }, null, async (change) => setPasswordHash(change, { realm: 'person', id }, 'x'))
  await work()
}

const UNTOLD = statement<{ webhook_id: string; seconds: number }>(
  'test_untold_signals',
  `SELECT webhook_id, extract(epoch FROM due_at - clock_timestamp())::float8 AS seconds FROM outgoing_signals
   WHERE webhook_id = ANY($1) AND type = $2 ORDER BY due_at`,
)
const untold = async (uri: string, ...streams: string[]) => sql.query(UNTOLD, [streams, uri])

const COME = statement<object>(
  'test_moment_came',
  `WITH events AS (UPDATE outgoing_events SET visible_at = clock_timestamp() WHERE grant_id = $1)
   UPDATE outgoing_signals SET due_at = clock_timestamp() WHERE grant_id = $1`,
)

describe('what a company is told of a withdrawal', () => {
  it('is that access ended and the account is disabled, of its own subject and at once', async () => {
    const listener = await aListener()
    expect(await names(listener)).toEqual(['account-enabled'])
    await withdrawAccess(listener.person.id, listener.app.id)
    const signals = (await told(listener)).filter(({ name }) => name !== 'account-enabled')
    expect(signals.map(({ name }) => name).toSorted()).toEqual(['account-disabled', 'session-revoked'])
    for (const { sub_id } of signals) expect(sub_id).toEqual({ format: 'iss_sub', iss: env().BASE_URL, sub: listener.sub })
    expect(signals.find(({ name }) => name === 'session-revoked')?.payload).toMatchObject({
      initiating_entity: 'user',
      reason_admin: { en: expect.stringMatching(/./) },
    })
    expect(new Set(signals.map(({ txn }) => txn)).size).toBe(1)
    expect(signals.every(({ iat, payload }) => iat % 60 === 0 && (payload.event_timestamp ?? iat) === iat)).toBe(true)
  })

  it('is what it is told of the end of an account, word by word, at a moment of its own', async () => {
    const [gone, withdrawn] = [await aListener(), await aListener()]
    await requestDeletion(gone.person.id, gone.person.email)
    expect(await names(gone)).toEqual(['account-enabled'])
    await sql.query(COME, [gone.grantId])
    await withdrawAccess(withdrawn.person.id, withdrawn.app.id)
    const said = async (listener: typeof gone) => {
      const signals = await told(listener)
      return signals
        .map(({ name, payload, sub_id, ...claims }) => ({
          name,
          payload: { ...payload, event_timestamp: 0 },
          members: Object.keys(claims).toSorted(),
          of: Object.keys(sub_id),
        }))
        .toSorted((one, other) => one.name.localeCompare(other.name))
    }
    expect(await said(gone)).toEqual(await said(withdrawn))
  })
})

describe('what concerns a person everywhere', () => {
  it('is told to one app at once and to every other at a moment of its own within a day, also two of one company', async () => {
    const first = await aListener()
    const second = await aListener(first.person)
    for (let more = 0; more < 4; more++) await consentWithoutPages(first.person, await anApp(first.company), ['openid'])
    await changePassword(first.person)
    const waiting = await untold(CREDENTIAL_CHANGE, first.stream_id, second.stream_id)
    expect(waiting).toHaveLength(6)
    const [atOnce, ...later] = waiting.map(({ seconds }) => seconds)
    expect(atOnce).toBeLessThan(0)
    expect(later.every((seconds) => seconds > 0 && seconds < 86_400)).toBe(true)
    expect((later.at(-1) as number) - (later[0] as number)).toBeGreaterThan(600)
    const signals = [...(await told(first)), ...(await told(second))].filter(({ name }) => name === 'credential-change')
    expect(signals).toHaveLength(1)
    expect(signals[0]?.payload).toMatchObject({
      credential_type: 'signet-login',
      change_type: 'update',
      reason_admin: { en: expect.stringMatching(/./) },
    })
    const lines = await Promise.all([first, second].map((one) => listDeliveries(one.company.actor, one.stream_id, {})))
    expect(lines.flatMap(({ data }) => data).filter(({ type }) => type === CREDENTIAL_CHANGE)).toHaveLength(1)
  })

  it('is not told twice while it waits to be told', async () => {
    const first = await aListener()
    const second = await aListener(first.person)
    await changePassword(first.person)
    await changePassword(first.person)
    const waiting = (await untold(CREDENTIAL_CHANGE, first.stream_id, second.stream_id)).filter(({ seconds }) => seconds > 0)
    expect(waiting).toHaveLength(1)
  })

  it.each([
    ['withdrawn', ({ person, app }: Awaited<ReturnType<typeof aListener>>) => withdrawAccess(person.id, app.id)],
    ['suspended for deletion', ({ person }: Awaited<ReturnType<typeof aListener>>) => requestDeletion(person.id, person.email)],
  ])('is never told of an access that is %s before its moment', async (_, end) => {
    const first = await aListener()
    const second = await aListener(first.person)
    await changePassword(first.person)
    const listeners = [first, second]
    for (const listener of listeners) await end(listener)
    expect((await untold(CREDENTIAL_CHANGE, first.stream_id, second.stream_id)).filter(({ seconds }) => seconds > 0)).toEqual([])
    await changePassword(first.person)
    expect((await untold(CREDENTIAL_CHANGE, first.stream_id, second.stream_id)).filter(({ seconds }) => seconds > 0)).toEqual([])
  })

  it('is told to nobody who did not ask for it', async () => {
    const granted = await aGrant()
    const { stream_id } = await createStream(granted.company.actor, { events_requested: [] })
    await changePassword(granted.person)
    expect(await told({ company: granted.company, stream_id })).toEqual([])
  })
})

it('of a subject that was removed nothing is told, and no trace of it is left', async () => {
  const listener = await aListener()
  await removeSubject(listener.company.actor, listener.stream_id, { format: 'iss_sub', iss: env().BASE_URL, sub: listener.sub })
  await withdrawAccess(listener.person.id, listener.app.id)
  expect(await names(listener)).toEqual([])
  expect((await listDeliveries(listener.company.actor, listener.stream_id, {})).data).toEqual([])
})

describe('the level of assurance', () => {
  const shown = (assurance: Assurance) =>
    aPerson({ locale: 'en' }, { given_name: 'Ada', family_name: 'Nowak', birthdate: '1990-01-01' }, { assurance })
  const SET = statement<object>('test_set_assurance', `UPDATE verified_claims SET assurance = $2::assurance WHERE user_id = $1`)
  const raise = async (person: TestPerson, assurance: Assurance) => {
    await sql.query(SET, [person.id, assurance])
    await work()
  }
  async function signIn(listener: Awaited<ReturnType<typeof aListener>>, acrValues?: string) {
    const { code, verifier } = await aCode(listener.grantId, ['openid', 'profile'], { acrValues })
    await exchangeCode(listener.client, code, { redirectUri: listener.app.redirect_uri, codeVerifier: verifier })
  }
  const ASK = 'urn:signet:assurance:person urn:signet:assurance:page urn:signet:assurance:zone'
  const levels = async (listener: Awaited<ReturnType<typeof aListener>>) =>
    (await told(listener)).filter(({ name }) => name === 'assurance-level-change').map(({ payload }) => payload)

  it('is told where it is another than the app was told, and to no app that asks for none', async () => {
    const person = await shown('page')
    const [asking, silent] = [await aListener(person), await aListener(person)]
    await signIn(asking, ASK)
    await signIn(silent)
    await raise(person, 'person')
    expect(await levels(asking)).toMatchObject([
      { namespace: 'urn:signet:assurance', previous_level: 'page', current_level: 'person', change_direction: 'increase' },
    ])
    expect(await untold(ASSURANCE_LEVEL_CHANGE, silent.stream_id)).toEqual([])
    await raise(person, 'person')
    expect(await levels(asking)).toHaveLength(1)
    await withDatabase((db) => db.verifiedClaim.deleteMany({ where: { userId: person.id } }))
    await work()
    expect((await levels(asking)).at(-1)).toMatchObject({ previous_level: 'person', current_level: 'none', change_direction: 'decrease' })
  })

  it('that changes back before its moment is told to nobody who waits', async () => {
    const person = await shown('page')
    const listeners = [await aListener(person), await aListener(person), await aListener(person)]
    for (const listener of listeners) await signIn(listener, ASK)
    const waiting = async () =>
      (await untold(ASSURANCE_LEVEL_CHANGE, ...listeners.map(({ stream_id }) => stream_id))).filter(({ seconds }) => seconds > 0)
    await raise(person, 'zone')
    expect(await waiting()).toHaveLength(2)
    await raise(person, 'page')
    expect(await waiting()).toHaveLength(0)
  })
})

it('the database makes of each event the signals that are written here', async () => {
  const listener = await aListener()
  await withdrawAccess(listener.person.id, listener.app.id)
  const made = (await told(listener)).map(({ name, jti }) => [name, jti.slice(jti.indexOf('.') + 1)])
  for (const [name, end] of made) expect(end).toBe(name)
  expect(made.map(([name]) => name).toSorted()).toEqual(Object.values(OF_EVENTS).flat().map(nameOf).toSorted())
})

it('a copy of the tables without the keys holds no subject', async () => {
  const listener = await aListener()
  await changePassword(listener.person)
  await withdrawAccess(listener.person.id, listener.app.id)
  expect((await told(listener)).length).toBeGreaterThan(1)
  const rows = await withDatabase((db) => db.webhookDelivery.findMany({ where: { webhookId: listener.stream_id } }))
  expect(rows.length).toBeGreaterThan(1)
  for (const { dataSealed, ...row } of rows) {
    expect(JSON.stringify(row)).not.toContain(listener.sub)
    expect(Buffer.from(dataSealed ?? []).includes(listener.sub)).toBe(false)
  }
})
