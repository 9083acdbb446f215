import { expect, test } from '../fixtures/test'
import { authorize, consentWithoutPages, exchange, logInWithoutPages, refresh, silentCode, tokensWithConsent, userinfo } from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson } from '../fixtures/world'

const AT_ONCE = 50
const ROUNDS = 20

type Answer = { status: number; body: { access_token?: string; refresh_token?: string; error?: string } }

const all = (calls: Promise<Response>[]): Promise<Answer[]> =>
  Promise.all(calls.map(async (call) => ({ status: (await call).status, body: (await (await call).json()) as Answer['body'] })))

test.describe('single use holds when everything comes at once', () => {
  test(`${ROUNDS} rounds of ${AT_ONCE} exchanges of one code: at most one 200, then no grant and no live token`, async ({ server }) => {
    const app = await anApp(await aCompany())
    for (let round = 0; round < ROUNDS; round++) {
      const person = await aPerson()
      const visitor = await logInWithoutPages(person)
      await consentWithoutPages(person, app, ALL_SCOPES)
      const { code, verifier } = await silentCode(server, app, visitor)
      const answers = await all(Array.from({ length: AT_ONCE }, () => exchange(server, app, code, verifier)))
      await expectOneWinnerAndNothingLeft(server, answers)
      const after = await authorize(server, app, { prompt: 'none' }, visitor)
      expect(after.headers.get('location')).toContain('error=consent_required')
    }
  })

  test(`${ROUNDS} rounds of ${AT_ONCE} refreshes of one token: at most one 200, then no grant and no live token`, async ({ server }) => {
    const app = await anApp(await aCompany())
    for (let round = 0; round < ROUNDS; round++) {
      const person = await aPerson()
      const visitor = await logInWithoutPages(person)
      const first = await tokensWithConsent(server, app, visitor, 'openid offline_access')
      const answers = await all(Array.from({ length: AT_ONCE }, () => refresh(server, app, first.refresh_token as string)))
      await expectOneWinnerAndNothingLeft(server, answers)
      expect((await userinfo(server, first.access_token)).status).toBe(401)
      for (const { body } of answers) if (body.refresh_token) expect((await refresh(server, app, body.refresh_token)).status).toBe(400)
    }
  })
})

async function expectOneWinnerAndNothingLeft(server: string, answers: Answer[]) {
  const winners = answers.filter(({ status }) => status === 200)
  expect(winners.length).toBeLessThanOrEqual(1)
  for (const { status, body } of answers) if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant'])
  for (const { body } of winners) expect((await userinfo(server, body.access_token as string)).status).toBe(401)
}
