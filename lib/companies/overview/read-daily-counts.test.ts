import { afterAll, describe, expect, it } from 'vitest'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { issueSecret } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { withdrawAccess } from '#lib/grants/end-grants'
import { insertCode, type NewCode } from '#lib/oauth/authorize/store'
import { happened } from '../../../e2e/fixtures/activity'
import { personSession } from '../../../e2e/fixtures/sessions'
import { consentWithoutPages } from '../../../e2e/fixtures/visitor'
import { aCompany, anApp, aPerson, type TestApp } from '../../../e2e/fixtures/world'
import { readFirstSteps } from '../read-first-steps'
import { countActivity } from './count-activity'
import { COUNTED } from './daily-counts-store'
import { readDailyCounts } from './read-daily-counts'

afterAll(closeDatabase)

async function counted(companyId: string, appId: string | null = null) {
  await countActivity()
  return readDailyCounts(companyId, appId)
}
const today = async (companyId: string, appId: string | null = null) => (await counted(companyId, appId))?.days.at(-1)

const TRIGGER = statement<{ definition: string }>(
  'test_counting_trigger',
  `SELECT pg_get_triggerdef(oid) AS definition FROM pg_trigger WHERE tgname = 'count_activity'`,
)

const A_CODE: Omit<NewCode, 'hash' | 'grantId' | 'sessionHash'> = {
  redirectUri: 'https://app.example/cb',
  codeChallenge: undefined,
  nonceSealed: null,
  authTime: null,
  amr: ['pwd'],
  askedAssurance: [],
  askedVerified: null,
  requestedScopes: ['openid'],
  lifetimeSeconds: 60,
  newSid: '',
}

describe('daily counts', () => {
  it('are of sign-ins, and of the lines of history that the trigger takes note of', async () => {
    const [trigger] = await sql.query(TRIGGER, [])
    const noted = [...(trigger?.definition.matchAll(/'([a-z_]+\.[a-z_]+)'/g) ?? [])].map(([, action]) => action)
    expect(['app.signed_in', ...noted].sort()).toEqual([...COUNTED].sort())
  })

  it('count every code that is given once, and no answer that is only repeated', async () => {
    const company = await aCompany()
    const app = await anApp(company)
    for (let n = 0; n < 5; n++) {
      const person = await aPerson()
      await consentWithoutPages(person, app, ['openid'])
      const grant = await withDatabase((db) => db.grant.findFirstOrThrow({ where: { shard: shardOf(person.id), userId: person.id, appId: app.id } }))
      const session = await personSession(person.id)
      const code = () => ({ ...A_CODE, hash: issueSecret('sgc', shardOf(person.id)).hash, grantId: grant.id, sessionHash: session.hash })
      expect(await insertCode(sql, code())).toBe(true)
      expect(await insertCode(sql, code(), { isRepeated: true })).toBe(true)
    }
    expect(await today(company.actor.companyId)).toMatchObject({ 'app.signed_in': 5 })
  })

  it('cover thirty days of UTC, today last, and count each day by itself', async () => {
    const company = await aCompany()
    const app = await anApp(company)
    await happened(app, 'app.signed_in', 7)
    await happened(app, 'app.signed_in', 9, 29)
    await happened(app, 'app.signed_in', 11, 30)
    const counts = await counted(company.actor.companyId)
    expect(counts?.days).toHaveLength(30)
    expect(counts?.days.map((day) => day['app.signed_in']).filter((count) => count !== 0)).toEqual([9, 7])
    expect(counts?.days.at(-1)?.day).toBe(new Date().toISOString().slice(0, 10))
  })

  it('never hold a number from one to four, for the company or for an app', async () => {
    const company = await aCompany()
    const [small, large] = [await anApp(company), await anApp(company)]
    await happened(small, 'app.signed_in', 4)
    await happened(large, 'app.signed_in', 6)
    await happened(small, 'app.consent_given', 1)
    const { companyId } = company.actor
    expect(await today(companyId)).toMatchObject({ 'app.signed_in': 6, 'app.consent_given': null, 'app.access_withdrawn': 0 })
    expect(await today(companyId, small.id)).toMatchObject({ 'app.signed_in': null, 'app.consent_given': null })
    expect(await today(companyId, large.id)).toMatchObject({ 'app.signed_in': 6, 'app.consent_given': 0 })
  })

  it('count withdrawals though the consent is gone, and hold nothing about who it was', async () => {
    const company = await aCompany()
    const app = await anApp(company)
    for (let n = 0; n < 5; n++) {
      const person = await aPerson()
      await consentWithoutPages(person, app, ['openid'])
      await withdrawAccess(person.id, app.id)
    }
    expect(await today(company.actor.companyId)).toMatchObject({ 'app.access_withdrawn': 5 })
    expect(await withDatabase((db) => db.grant.count({ where: { appId: app.id } }))).toBe(0)
  })

  it('of the company are those of its apps, whatever came to which app in how many turns', async () => {
    const company = await aCompany()
    const apps = await Promise.all([anApp(company), anApp(company), anApp(company)])
    const { companyId } = company.actor
    const turns = [[3, 0, 2], [1, 4, 2], [4, 0, 0], [0, 2, 9]] // biome-ignore format: a turn a group
    const expected = [5, null, 8, 27]
    for (const [nth, turn] of turns.entries()) {
      for (const [which, times] of turn.entries()) if (times > 0) await happened(apps[which] as TestApp, 'app.signed_in', times)
      expect((await today(companyId))?.['app.signed_in'], `turn ${nth}`).toBe(expected[nth])
    }
    expect((await today(companyId, apps[1]?.id))?.['app.signed_in']).toBe(6)
  })

  it('miss nothing and count nothing twice where several workers count at once', async () => {
    const company = await aCompany()
    const apps = await Promise.all([anApp(company), anApp(company)])
    await Promise.all(Array.from({ length: 12 }, (_, n) => happened(apps[n % 2] as TestApp, 'app.signed_in', 10).then(() => countActivity())))
    expect(await today(company.actor.companyId)).toMatchObject({ 'app.signed_in': 120 })
  })

  it('say once for good that somebody logged in', async () => {
    const company = await aCompany()
    const app = await anApp(company)
    expect((await readFirstSteps(company.actor.companyId)).signIn).toBe(false)
    await happened(app, 'app.signed_in', 1, 40)
    await countActivity()
    expect((await readFirstSteps(company.actor.companyId)).signIn).toBe(true)
  })

  it("leave other companies' apps out, and know no foreign app", async () => {
    const [mine, theirs] = [await aCompany(), await aCompany()]
    const foreign = await anApp(theirs)
    await happened(foreign, 'app.signed_in', 8)
    expect(await counted(mine.actor.companyId)).toMatchObject({ isEmpty: true })
    expect(await readDailyCounts(mine.actor.companyId, foreign.id)).toBeNull()
  })
})
