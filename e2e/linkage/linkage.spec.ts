import { test as base, expect } from '@playwright/test'
import { decodeJwt, decodeProtectedHeader } from 'jose'
import { OPERATIONS } from '#lib/http/endpoints/openapi'
import { ROUTES } from '#lib/http/routes'
import { OF_EVENTS } from '#lib/signals/signals'
import { aWebhook } from '../fixtures/webhooks'
import { ACTS, type Act, DELETION, type Near } from './acts'
import { answerFieldsOf } from './contract-fields'
import { findChanges, type Trial } from './find-changes'
import { findJoins } from './find-joins'
import type { Join } from './fits/join'
import { inLanes, Lots } from './lots'
import { type Forwarded, tryAliases, writeTo } from './mail'
import { View } from './observation'
import type { Observer } from './observer'
import { readPanel } from './panel'
import { aCast, type Cast, type Person } from './people'
import { type Stack, startStack } from './stack'
import { documentsAge } from './time-passes'
import { comeBack, type Held, lookAt, newSessions, signIn, type Verified, verify } from './walk'

/** Twenty are enough to tell chance from a leak; `npm run linkage` takes more, for what is only half there. */
const PEOPLE = Number(process.env.LINKAGE_PEOPLE ?? 20)
const ROUNDS = Number(process.env.LINKAGE_ROUNDS ?? 2)
const SEED = process.env.LINKAGE_SEED ?? 'linkage'
const LANES = 4
const MOST_SHOWN = 60
const LONGER_THAN_TIMES_ARE_BLURRED = 45
/** Called by our own pages in the person's browser, or by their wallet; what an app is told at the end is part of the walk. */
const OF_THE_BROWSER = /^\/(verify\/|wallet\/|app-logos\/|oauth2\/(consent|resume)$)/
/** In events: the company's own staff, keys and addresses, and the version of the form. */
const OF_THE_COMPANY = /^\.data\.(actor\.|(api_key|member|invite|webhook)_id$)/
const MINUTES_ON_A_SLOW_MACHINE = 15 * 60_000

type Known = { held: Held; verified: Verified; alias: string; forwarded: Forwarded }
type World = { stack: Stack; cast: Cast; lots: Lots; known: Map<Observer, Map<number, Known>>; unreached: string[] }

/** The walk is taken once; every test looks at what came of it. */
const test = base.extend<object, { world: World }>({
  world: [
    // biome-ignore lint/correctness/noEmptyPattern: Playwright reads the names of the fixtures here.
    async ({}, use) => {
      const stack = await startStack()
      const lots = new Lots(SEED)
      const cast = await aCast(stack, PEOPLE, lots)
      const world: World = { stack, cast, lots, known: new Map(cast.observers.map((app) => [app, new Map()])), unreached: [] }
      await takeTheWalk(world)
      await use(world)
      await stack.stop()
    },
    { scope: 'worker', timeout: MINUTES_ON_A_SLOW_MACHINE },
  ],
})

/** Everybody goes to every app, in an order of its own at each and with everybody else in between. */
async function takeTheWalk(world: World): Promise<void> {
  const { cast, stack, lots, known } = world
  for (const app of cast.observers) await ownStream(app)
  const newer = await newSessions(cast.people, lots)
  await shuffled(world, LANES, async (app, person) => {
    const held = await signIn(app, person)
    const alias = app.views[person.nth]?.at('GET /oauth2/userinfo body.email')[0] as string
    known.get(app)?.set(person.nth, { held, alias } as Known)
  })
  await shuffled(world, LANES, async (app, person) => Object.assign(of(world, app, person), { verified: await verify(app, person) }))
  for (const { id } of cast.people) await documentsAge(id, LONGER_THAN_TIMES_ARE_BLURRED)
  await shuffled(world, LANES, async (app, person) =>
    Object.assign(of(world, app, person), { forwarded: await writeTo(stack, app, person, of(world, app, person).alias) }),
  )
  await shuffled(world, LANES, (app, person) => comeBack(app, person, newer[person.nth] as never))
  for (const app of cast.observers) await readLists(app)
  for (const { company } of [cast.near, cast.far]) await aWebhook(company)
  world.unreached = [...(await readPanel([cast.near, cast.sister])), ...(await readPanel([cast.far]))]
  for (const app of cast.observers) await callTheRest(app)
}

const of = ({ known }: Pick<World, 'known'>, app: Observer, { nth }: Person) => known.get(app)?.get(nth) as Known

const shuffled = ({ cast, lots }: World, lanes: number, work: (app: Observer, person: Person) => Promise<unknown>) =>
  inLanes(lots.shuffled(cast.observers.flatMap((app) => cast.people.map((person) => ({ app, person })))), lanes, ({ app, person }) =>
    work(app, person),
  )

/** What tells of many people at once. */
async function readLists(app: Observer): Promise<void> {
  await app.call(null, 'GET', '/api/v1/apps/:id/authorizations', { params: { id: app.app.id }, query: { limit: '100' } })
  await app.call(null, 'GET', '/v1/verifications', { query: { limit: '100' } })
  await app.call(null, 'GET', '/api/v1/log', { query: { limit: '100', app_id: app.app.id } })
  await readEvents(app)
}

/** Everything that the company was told of this app's users, oldest first: its order is an observation too. */
async function readEvents(app: Observer): Promise<void> {
  const query: Record<string, string> = { limit: '100', app_id: app.app.id }
  let next: unknown
  do {
    const page = await app.call(null, 'GET', '/api/v1/events', { query: next ? { ...query, cursor: String(next) } : query })
    next = page.json.next_cursor
  } while (next)
  await readSignals(app)
}

/** Signals that are events seen from outside. What concerns a person everywhere tells one app at once, by lot: it has tests of its own. */
const SIGNALS = Object.values(OF_EVENTS).flat()
const SSF = '/api/v1/ssf'

/** The stream of the app's company, made where there is none. */
async function ownStream(app: Observer): Promise<string> {
  const path = `${SSF}/stream`
  const [there] = (await app.call(null, 'GET', path)).json as unknown as { stream_id: string }[]
  return String((there ?? (await app.call(null, 'POST', path, { json: { events_requested: SIGNALS } })).json).stream_id)
}

/** Everything that the company's stream holds of this app's users, the tokens opened; nothing is acknowledged. */
async function readSignals(app: Observer): Promise<void> {
  const params = { id: await ownStream(app) }
  const { json } = await app.call(null, 'POST', `${SSF}/poll/:id`, { params, json: { returnImmediately: true } })
  app.attribute(
    `POST ${SSF}/poll/:id set`,
    Object.values(json.sets as object).map((set) => [decodeProtectedHeader(set), decodeJwt(set)]),
  )
}

async function callSignals(app: Observer): Promise<void> {
  const stream_id = await ownStream(app)
  const subject = { format: 'iss_sub', iss: app.server, sub: 'nobody' }
  await app.call(null, 'PATCH', `${SSF}/stream`, { json: { stream_id, description: 'Note' } })
  await app.call(null, 'PUT', `${SSF}/stream`, { json: { stream_id, events_requested: SIGNALS } })
  await app.call(null, 'GET', `${SSF}/status`, { query: { stream_id } })
  await app.call(null, 'POST', `${SSF}/status`, { json: { stream_id, status: 'enabled' } })
  for (const what of ['add', 'remove']) await app.call(null, 'POST', `${SSF}/subjects:${what}`, { json: { stream_id, subject } })
  await app.call(null, 'POST', `${SSF}/verify`, { json: { stream_id } })
  await app.call(null, 'DELETE', `${SSF}/stream`, { query: { stream_id } })
  await ownStream(app)
}

/** What tells of nobody. */
async function callTheRest(app: Observer): Promise<void> {
  const params = { id: app.app.id }
  for (const path of [
    '/.well-known/openid-configuration',
    '/.well-known/oauth-authorization-server',
    '/.well-known/jwks.json',
    '/.well-known/ssf-configuration',
    '/.well-known/change-password',
    '/.well-known/security.txt',
  ])
    await app.call(null, 'GET', path)
  for (const path of ['/api/v1/openapi.json', '/api/v1/me', '/api/v1/scopes', '/api/v1/apps', '/v1/verifications/fields'])
    await app.call(null, 'GET', path)
  await app.call(null, 'GET', '/api/v1/apps/:id', { params })
  await app.call(null, 'PATCH', '/api/v1/apps/:id', { params, json: { name: app.app.name } })
  const made = await app.call(null, 'POST', '/api/v1/apps', {
    json: { name: 'Scratch', redirect_uris: ['https://a.example/cb'], scopes: ['openid'] },
  })
  await app.call(null, 'POST', '/api/v1/apps/:id/rotate-secret', { params: { id: String(made.json.id) } })
  await callWebhooks(app)
  await callSignals(app)
}

async function callWebhooks(app: Observer): Promise<void> {
  const path = '/api/v1/webhooks'
  const made = await app.call(null, 'POST', path, { json: { url: 'https://hooks.example/', event_types: ['webhook.disabled'] } })
  const params = { id: String(made.json.id) }
  await app.call(null, 'GET', path)
  await app.call(null, 'GET', `${path}/:id`, { params })
  await app.call(null, 'PATCH', `${path}/:id`, { params, json: { status: 'enabled' } })
  await app.call(null, 'POST', `${path}/:id/rotate-secret`, { params })
  await app.call(null, 'POST', `${path}/:id/test`, { params, json: { type: 'webhook.disabled' } })
  await app.call(null, 'POST', `${path}/:id/resend`, { params, json: { since: new Date().toISOString() } })
  await app.call(null, 'DELETE', `${path}/:id`, { params })
}

// One walk for all of them, in this order.
test.describe.configure({ mode: 'default', retries: 0 })

/** The best fit of each pair of paths. */
const shown = (joins: readonly Join[]) => {
  const best = new Map<string, Join>()
  for (const join of joins) {
    const pair = [join.here, join.there].map((name) => name.split(' → ')[0]).join(' ↔ ')
    if (!best.has(pair)) best.set(pair, join)
  }
  return [...best]
    .slice(0, MOST_SHOWN)
    .map(([pair, { kind, hits, people, chance }]) => `${kind}: ${pair} (${hits} of ${people}, chance ${chance.toExponential(1)})`)
}

const PAIRS: [string, (cast: Cast) => [Observer, Observer]][] = [
  ['two companies', ({ near, far }) => [near, far]],
  ['two companies, by the other app', ({ sister, far }) => [sister, far]],
  ['two apps of one company', ({ near, sister }) => [near, sister]],
]

test('nothing that two companies are told, or two apps of one, joins their users', async ({ world }) => {
  for (const [who, pick] of PAIRS) {
    const [here, there] = pick(world.cast)
    const { joins, tried } = findJoins(here.views, there.views)
    expect(tried).toBeGreaterThan(1000)
    expect.soft(shown(joins), who).toEqual([])
    // The same for people dealt out at random: what would be found there would be chance.
    expect.soft(shown(findJoins(here.views, world.lots.shuffled(there.views)).joins), `${who}, by chance`).toEqual([])
  }
})

test('every endpoint an app can call is part of the walk, every field that tells of people, and every page of the panel', async ({ world }) => {
  const walked = new Set(world.cast.observers.flatMap(({ operations }) => [...operations]))
  expect(OPERATIONS.map(({ method, path }) => `${method} ${path}`).filter((operation) => !walked.has(operation))).toEqual([])
  const paths = new Set([...walked].map((operation) => operation.split(' ')[1]))
  expect(ROUTES.map(({ path }) => path).filter((path) => !OF_THE_BROWSER.test(path) && !paths.has(path))).toEqual([])
  // What one operation answers with may only ever be there in another one's answers.
  const answers = world.cast.observers.flatMap(({ fields }) => [...fields])
  const [told, seen] = [new Set(answers.map(([operation]) => operation)), new Set(answers.flatMap(([, fields]) => [...fields]))]
  const telling = OPERATIONS.filter(({ method, path }) => told.has(`${method} ${path}`))
  expect(
    telling.flatMap((operation) =>
      answerFieldsOf(operation)
        .filter((field) => !seen.has(field) && !OF_THE_COMPANY.test(field))
        .map((field) => operation.id + field),
    ),
  ).toEqual([])
  expect(world.unreached).toEqual([])
  for (const { fields } of world.cast.observers) expect([...(fields.get('GET /oauth2/userinfo') ?? [])].join()).toContain('.verified_claims')
})

test('nothing between a person and one app, and nothing that concerns the person alone, shows at another', async ({ world }) => {
  test.setTimeout(MINUTES_ON_A_SLOW_MACHINE)
  const { cast, lots } = world
  const story = { near: cast.people.map(() => new View()), far: cast.people.map(() => new View()) }
  const found: string[] = []
  for (const acts of ACTS) {
    const trials = new Map<Act, Trial[]>(acts.map((act) => [act, []]))
    for (let round = 0; round < ROUNDS; round++) {
      const near = nearOf(world, round % 2 === 0 ? cast.near : cast.sister)
      const chosen = new Map(acts.map((act) => [act, lots.half(cast.people)]))
      const before = await look(world, cast.far)
      for (const [act, people] of chosen) await act.happen(near, people)
      const after = await look(world, cast.far)
      for (const [act, people] of chosen) trials.get(act)?.push({ chosen: new Set(people.map(({ nth }) => nth)), before, after })
      for (const [nth, view] of after.entries()) story.far[nth]?.add(view.observations())
      for (const [nth, view] of (await toldView(world, near.app)).entries()) story.near[nth]?.add(view.observations())
      for (const [act, people] of chosen) await act.undo?.(near, people)
    }
    for (const act of acts) found.push(...shownChanges(act, trials.get(act) ?? []))
  }
  expect(found).toEqual([])
  expect(shown(findJoins(story.near, story.far).joins)).toEqual([])
})

test('neither mail nor events show that a deletion was asked for', async ({ world }) => {
  const { cast, lots } = world
  const trials: Trial[] = []
  let left = cast.people
  for (let round = 0; round < 2; round++) {
    const here = left
    const chosen = lots.half(here)
    const lookNow = async () => {
      const views = await toldView(world, cast.far)
      return here.map(({ nth }) => views[nth] as View)
    }
    const before = await lookNow()
    await DELETION.happen(nearOf(world, cast.near), chosen)
    trials.push({ chosen: new Set(chosen.map((person) => here.indexOf(person))), before, after: await lookNow() })
    left = here.filter((person) => !chosen.includes(person))
  }
  expect(shownChanges(DELETION, trials)).toEqual([])
})

const shownChanges = ({ what }: Act, trials: Trial[]) =>
  findChanges(trials)
    .changes.slice(0, 10)
    .map(
      (change) =>
        `${what}: ${change.path} ${change.what} (${change.hits} of ${change.chosen} chosen, ${change.marked} in all, chance ${change.chance.toExponential(1)})`,
    )

function nearOf({ known, stack }: World, app: Observer): Near {
  const everybody = [...(known.get(app) ?? [])]
  return {
    app,
    stack,
    aliases: new Map(everybody.map(([nth, { alias }]) => [nth, alias])),
    forwarded: new Map(everybody.map(([nth, { forwarded }]) => [nth, forwarded])),
  }
}

/** All that an app is told of everybody without anybody's browser, now. */
async function look(world: World, app: Observer): Promise<View[]> {
  const { cast, lots, stack } = world
  app.freshPage()
  await inLanes(lots.shuffled(cast.people), LANES, (person) => lookAt(app, person, of(world, app, person)))
  await tryAliases(stack, app, aliasesOf(world, app))
  await readLists(app)
  return app.freshPage()
}

/** What mail and events show. */
async function toldView(world: World, app: Observer): Promise<View[]> {
  app.freshPage()
  await tryAliases(world.stack, app, aliasesOf(world, app))
  await readEvents(app)
  return app.freshPage()
}

const aliasesOf = (world: World, app: Observer) =>
  world.lots.shuffled(world.cast.people).map((person) => ({ nth: person.nth, alias: of(world, app, person).alias }))
