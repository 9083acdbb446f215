import { setTimeout as pause } from 'node:timers/promises'
import { sql, statement, withDatabase } from '#lib/core/db'
import { withdrawAccess } from '#lib/grants/end-grants'
import { eraseDuePeople } from '#lib/privacy/erase-due-people'
import { expect, test } from '../fixtures/test'
import {
  authorize,
  consentWithoutPages,
  exchange,
  logInWithoutPages,
  postForm,
  refresh,
  silentCode,
  type Tokens,
  tokensWithConsent,
  userinfo,
} from '../fixtures/visitor'
import { ALL_SCOPES, aCompany, anApp, aPerson, aVerifiedCompany, type TestApp, type TestCompany, type TestPerson } from '../fixtures/world'

test.describe.configure({ retries: 0 })

/** `npm run races` asks for many more. */
const LONG = process.env.RACE_ROUNDS !== undefined
const ROUNDS = Number(process.env.RACE_ROUNDS ?? 10)
const DUELS = LONG ? Math.ceil(ROUNDS / 5) : 3
const AT_ONCE = 50

type Answer = { status: number; body: { access_token?: string; refresh_token?: string; error?: string } }

const read = async (call: Promise<Response>): Promise<Answer> => {
  const response = await call
  return { status: response.status, body: (await response.json()) as Answer['body'] }
}

const all = (calls: Promise<Response>[]): Promise<Answer[]> => Promise.all(calls.map(read))

test.beforeEach(() => {
  if (LONG) test.setTimeout(4 * 3600_000)
})

/** Deadlocks the database had to break so far. */
async function deadlocks(): Promise<number> {
  const [row] = await sql.query(
    statement<{ deadlocks: number }>('test_deadlocks', `SELECT deadlocks::int FROM pg_stat_database WHERE datname = current_database()`),
    [],
  )
  return row?.deadlocks ?? 0
}

test.describe('single use holds when everything comes at once', () => {
  test(`${ROUNDS} rounds of ${AT_ONCE} exchanges of one code: at most one 200, then no grant and no live token`, async ({ server }) => {
    const app = await anApp(await aVerifiedCompany())
    const outcomes = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      const person = await aPerson()
      const visitor = await logInWithoutPages(person)
      await consentWithoutPages(person, app, ALL_SCOPES)
      const { code, verifier } = await silentCode(server, app, visitor)
      const answers = await all(Array.from({ length: AT_ONCE }, () => exchange(server, app, code, verifier)))
      await expectOneWinnerAndNothingLeft(server, answers)
      const after = await authorize(server, app, { prompt: 'none' }, visitor)
      expect(after.headers.get('location')).toContain('error=consent_required')
      tally(outcomes, answers)
    }
    report(`exchanges, ${ROUNDS} rounds`, outcomes)
  })

  test(`${ROUNDS} rounds of ${AT_ONCE} refreshes of one token: at most one 200, then no grant and no live token`, async ({ server }) => {
    const app = await anApp(await aCompany())
    const outcomes = new Map<string, number>()
    for (let round = 0; round < ROUNDS; round++) {
      const person = await aPerson()
      const visitor = await logInWithoutPages(person)
      const first = await tokensWithConsent(server, app, visitor, 'openid offline_access')
      const answers = await all(Array.from({ length: AT_ONCE }, () => refresh(server, app, first.refresh_token as string)))
      await expectOneWinnerAndNothingLeft(server, answers)
      expect((await userinfo(server, first.access_token)).status).toBe(401)
      for (const { body } of answers) if (body.refresh_token) expect((await refresh(server, app, body.refresh_token)).status).toBe(400)
      tally(outcomes, answers)
    }
    report(`refreshes, ${ROUNDS} rounds`, outcomes)
  })
})

async function expectOneWinnerAndNothingLeft(server: string, answers: Answer[]) {
  const winners = answers.filter(({ status }) => status === 200)
  expect(winners.length).toBeLessThanOrEqual(1)
  for (const { status, body } of answers) if (status !== 200) expect([status, body.error]).toEqual([400, 'invalid_grant'])
  for (const { body } of winners) expect((await userinfo(server, body.access_token as string)).status).toBe(401)
}

function tally(outcomes: Map<string, number>, answers: Answer[]) {
  for (const { status, body } of answers) {
    const outcome = `${status} ${body.error ?? 'tokens'}`
    outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1)
  }
}

function report(title: string, outcomes: Map<string, number>) {
  if (LONG) console.log(`${title}: ${[...outcomes].map(([outcome, count]) => `${count} × ${outcome}`).join(', ')}`)
}

type Duel = { server: string; company: TestCompany; app: TestApp; people: { person: TestPerson; latest: () => string }[] }

type Opponent = {
  title: string
  /** Ends with an answer; what begins after it must find it true. */
  act: (duel: Duel) => Promise<void>
  /** What a refresh that begins after the answer gets. */
  after: [status: number, error: string]
  /** What userinfo says about access tokens issued before. */
  userinfo: 200 | 401
}

const api = async ({ server, company, app }: Duel, method: string, path: string, body?: object) => {
  const headers = { authorization: `Bearer ${company.apiKey}`, 'content-type': 'application/json' }
  const response = await fetch(`${server}/api/v1/apps/${app.id}${path}`, { method, headers, body: body && JSON.stringify(body) })
  expect(response.status).toBe(200)
}

const OPPONENTS: Opponent[] = [
  {
    title: 'the withdrawal of access',
    act: async ({ app, people }) => {
      await Promise.all(people.map(({ person }) => withdrawAccess(person.id, app.id)))
    },
    after: [400, 'invalid_grant'],
    userinfo: 401,
  },
  { title: 'rotate-secret', act: (duel) => api(duel, 'POST', '/rotate-secret'), after: [401, 'invalid_client'], userinfo: 200 },
  { title: 'deactivation', act: (duel) => api(duel, 'PATCH', '', { status: 'inactive' }), after: [401, 'invalid_client'], userinfo: 401 },
  {
    title: 'revocation of the refresh token',
    act: async ({ server, app, people }) => {
      const answers = await Promise.all(people.map(({ latest }) => postForm(server, '/oauth2/revoke', app, { token: latest() })))
      for (const { status } of answers) expect(status).toBe(200)
    },
    after: [400, 'invalid_grant'],
    userinfo: 401,
  },
  {
    title: 'the deletion of the account',
    act: async ({ people }) => {
      const ids = people.map(({ person }) => person.id)
      await withDatabase((db) => db.user.updateMany({ where: { id: { in: ids } }, data: { deletionDueAt: new Date(0) } }))
      const isThere = () => withDatabase((db) => db.user.count({ where: { id: { in: ids } } }))
      // Another process may have taken one of them: then its answer is the one to wait for.
      do await eraseDuePeople()
      while ((await isThere()) > 0)
    },
    after: [400, 'invalid_grant'],
    userinfo: 401,
  },
]

const PEOPLE = 4

for (const opponent of OPPONENTS) {
  test(`${DUELS} rounds of refreshes against ${opponent.title}: true for every request that begins after the answer`, async ({ server }) => {
    const deadlocksBefore = await deadlocks()
    const outcomes = new Map<string, number>()
    for (let round = 0; round < DUELS; round++) await duel(server, opponent, outcomes)
    report(`refreshes against ${opponent.title}, ${DUELS} rounds of ${PEOPLE} people`, outcomes)
    // Other tests run beside the short version.
    if (LONG) expect((await deadlocks()) - deadlocksBefore).toBe(0)
  })
}

/** People refresh one token after the other, as fast as they are answered, until something ends it. */
async function duel(server: string, opponent: Opponent, outcomes: Map<string, number>) {
  const company = await aCompany()
  const app = await anApp(company)
  let answeredAt = Number.POSITIVE_INFINITY
  const issued: Tokens[] = []

  const people = await Promise.all(
    Array.from({ length: PEOPLE }, async () => {
      const person = await aPerson()
      const tokens = await tokensWithConsent(server, app, await logInWithoutPages(person), 'openid offline_access')
      issued.push(tokens)
      return { person, tokens }
    }),
  )
  const lines = people.map(({ person, tokens }) => {
    let latest = tokens.refresh_token as string
    const run = async () => {
      for (;;) {
        const began = performance.now()
        const answer = await read(refresh(server, app, latest))
        tally(outcomes, [answer])
        expect(answer.status, JSON.stringify(answer.body)).toBeLessThan(500)
        if (answer.status !== 200) {
          if (began > answeredAt) expect([answer.status, answer.body.error]).toEqual(opponent.after)
          return
        }
        expect(began, `refreshed after the answer of ${opponent.title}`).toBeLessThan(answeredAt)
        issued.push(answer.body as Tokens)
        latest = answer.body.refresh_token as string
      }
    }
    return { person, latest: () => latest, run }
  })
  const act = async () => {
    await pause(Math.random() * 40)
    await opponent.act({ server, company, app, people: lines })
    answeredAt = performance.now()
  }
  await Promise.all([act(), ...lines.map(({ run }) => run())])

  for (const { latest } of lines) {
    const { status, body } = await read(refresh(server, app, latest()))
    expect([status, body.error]).toEqual(opponent.after)
  }
  const seen = await Promise.all(issued.map(async ({ access_token }) => (await userinfo(server, access_token)).status))
  if (opponent.userinfo === 401) expect(seen.filter((status) => status !== 401)).toEqual([])
  else expect(seen.filter((status) => status !== 200)).toEqual([])
}
