import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { staffSession } from '../../e2e/fixtures/sessions'
import { consentWithoutPages } from '../../e2e/fixtures/visitor'
import { aCompany, anApp, aPerson } from '../../e2e/fixtures/world'
import { fire, median, parentOf } from '../protocol/load'
import { startSignet } from '../servers'
import { APPS_OF_ONE, fillCompany, type Size, settleDatabase } from './fill'

/**
 * What the panel's pages cost a large company and a small one beside it. Run by `npm run bench panel`; writes `bench/panel.md`. Sizes may be given: apps,
 * consents, lines of the request log, sign-ins of the last thirty days: `npm run bench panel 10000 300000 300000 100000`. Filling a database up takes
 * longer than measuring: with BENCH_WORLD, a file, one that stays is filled the first time and found again, where this program is run on it by itself.
 */
const [apps = 10_000, consents = 1_000_000, lines = 10_000_000, signIns = 1_000_000] = process.argv.slice(2).map(Number)
const SMALL: Size = { apps: 10, consents: 1000, lines: 1000, signIns: 1000 }
const LARGE: Size = { apps, consents, lines, signIns }
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 40)
const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
/** As many at once as `fire` has. */
const CONNECTIONS = 32
const GOAL_MS = 100
const GROWTH = 1.3

type World = { staffId: string; appId: string }

async function fillWorld(tag: string, name: string, size: Size): Promise<World> {
  const company = await aCompany(name)
  const app = await anApp(company, { name: 'Reading Room', scopes: ['openid', 'email'] })
  for (let n = 0; n < 50; n++) await consentWithoutPages(await aPerson(), app, ['openid', 'email'])
  await fillCompany(tag, company.actor.companyId, app.id, size)
  return { staffId: company.actor.id as string, appId: app.id }
}

async function fillBoth(): Promise<{ small: World; large: World }> {
  const worlds = { small: await fillWorld('s', 'Larkspur Books', SMALL), large: await fillWorld('l', 'Larkspur Wholesale', LARGE) }
  await settleDatabase()
  return worlds
}

const file = process.env.BENCH_WORLD
const worlds: Awaited<ReturnType<typeof fillBoth>> = file && existsSync(file) ? JSON.parse(readFileSync(file, 'utf8')) : await fillBoth()
if (file) writeFileSync(file, JSON.stringify(worlds))
const { origin, pid } = await startSignet()
const [backend] = await sql.query(statement<{ pid: number }>('bench_backend', 'SELECT pg_backend_pid() AS pid'), [])
const pids = { server: pid, postmaster: parentOf(backend?.pid ?? 0) }

const PAGES = {
  overview: '/company',
  'overview of an app': '/company?app=:app',
  apps: '/company/apps',
  'apps that are found': '/company/apps?find=reading',
  'an app': '/company/apps/:app',
  consents: '/company/apps/:app/consents',
  credentials: '/company/apps/:app/credentials',
  quickstart: '/company/apps/:app/quickstart',
  playground: '/company/apps/:app/playground',
  requests: '/company/requests',
  'requests of a month': '/company/requests?range=month',
  'requests that failed': '/company/requests?show=failed',
  'requests of an app': '/company/requests?caller=:app',
  'requests of an app in a month': '/company/requests?caller=:app&range=month',
  'requests of a month ago': `/company/requests?before=${Date.now() - 28 * 86_400_000}_req_0000000000000000000000`,
  'requests with a code that none had': '/company/requests?show=failed&code=slow_down',
  verifications: '/company/verifications',
  'new verification': '/company/verifications/new',
  keys: '/company/keys',
  webhooks: '/company/webhooks',
  members: '/company/members',
  'audit log': '/company/audit',
  details: '/company/settings',
}

type Spent = { web: number; database: number; all: number }

async function measure({ appId }: World, cookie: string, pattern: string): Promise<Spent> {
  const shots = Array.from({ length: REQUESTS }, () => ({ method: 'GET' as const, path: pattern.replace(':app', appId), headers: { cookie } }))
  const { cpuMs, databaseCpuMs } = await fire(origin, shots, '2xx', pids)
  return { web: cpuMs, database: databaseCpuMs, all: cpuMs + databaseCpuMs }
}

const both = [
  { world: worlds.small, cookie: (await staffSession(worlds.small.staffId)).cookie, of: {} as Record<string, Spent[]> },
  { world: worlds.large, cookie: (await staffSession(worlds.large.staffId)).cookie, of: {} as Record<string, Spent[]> },
] as const
// The first round warms up.
for (let round = 0; round <= ROUNDS; round++) {
  for (const [name, path] of Object.entries(PAGES)) {
    for (const { world, cookie, of } of round % 2 === 0 ? both : both.toReversed()) {
      const spent = await measure(world, cookie, path)
      if (round > 0) of[name] = [...(of[name] ?? []), spent]
    }
  }
  process.stderr.write(`  round ${round} of ${ROUNDS}\n`)
}

let isGood = true
const table = Object.keys(PAGES).map((name) => {
  const [small, large] = both.map(({ of }) => of[name] ?? []) as [Spent[], Spent[]]
  const growth = median(large.map(({ all }, nth) => all / (small[nth]?.all ?? Number.NaN)))
  const of = (some: Spent[], part: keyof Spent) => median(some.map((one) => one[part]))
  const isBelow = of(large, 'all') <= GOAL_MS && growth <= GROWTH
  isGood &&= isBelow
  const cells = [of(small, 'all'), of(large, 'all'), of(large, 'web'), of(large, 'database')].map((value) => value.toFixed(0))
  return `| ${[name, ...cells, isBelow ? growth.toFixed(2) : `**${growth.toFixed(2)}**`].join(' | ')} |`
})
const text = `# The company panel, measured

\`npm run bench panel ${[apps, consents, lines, signIns].join(' ')}\`: milliseconds of CPU of the web process and of Postgres for a page, ${REQUESTS} requests over ${CONNECTIONS} connections,
medians of ${ROUNDS} rounds, in each of which a small company and a large one of the same database are asked one after the other, and the median of their ratios. ${cpus()[0]?.model.trim()}, Node ${process.version}.
Small: ${SMALL.apps} apps, ${SMALL.consents} consents, ${SMALL.lines} lines of requests, ${SMALL.signIns} sign-ins in thirty days. Large: ${LARGE.apps}, ${LARGE.consents}, ${LARGE.lines} and ${LARGE.signIns}. One in ${APPS_OF_ONE} consents
and one in ten requests are of the app that is shown. Goal: ${GOAL_MS} ms, and at most ${GROWTH} times; what is above is **bold**.

| page | small | large | of it web | of it Postgres | growth |
| --- | --- | --- | --- | --- | --- |
${table.join('\n')}
`
writeFileSync('bench/panel.md', text)
console.log(text)
await closeDatabase()
process.exit(isGood ? 0 : 1)
