import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { staffSession } from '../../e2e/fixtures/sessions'
import { consentWithoutPages } from '../../e2e/fixtures/visitor'
import { aCompany, anApp, aPerson } from '../../e2e/fixtures/world'
import { fire, parentOf } from '../protocol/load'
import { startSignet } from '../servers'
import { fillCompany, type Size } from './fill'

/**
 * What the panel's pages cost as a company grows. Run by `npm run bench panel`; writes `bench/panel.md`. Sizes may be given: apps, consents, lines of
 * the request log, sign-ins of the last thirty days: `npm run bench panel 10000 300000 300000 100000`.
 */
const [apps = 10_000, consents = 1_000_000, lines = 10_000_000, signIns = 1_000_000] = process.argv.slice(2).map(Number)
const NOTHING: Size = { apps: 0, consents: 0, lines: 0, signIns: 0 }
const SMALL: Size = { apps: 10, consents: 1000, lines: 1000, signIns: 1000 }
const LARGE: Size = { apps, consents, lines, signIns }
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 40)
/** As many at once as `fire` has. */
const CONNECTIONS = 32
const GOAL_MS = 100
const GROWTH = 1.3

const company = await aCompany('Larkspur Books')
const { companyId } = company.actor
const app = await anApp(company, { name: 'Reading Room', scopes: ['openid', 'email'] })
for (let n = 0; n < 50; n++) await consentWithoutPages(await aPerson(), app, ['openid', 'email'])
const { cookie } = await staffSession(company.actor.id as string)
const { origin, pid } = await startSignet()
const [backend] = await sql.query(statement<{ pid: number }>('bench_backend', 'SELECT pg_backend_pid() AS pid'), [])
const postmaster = parentOf(backend?.pid ?? 0)

const PAGES = {
  overview: '/company',
  'overview of an app': `/company?app=${app.id}`,
  apps: '/company/apps',
  'apps that are found': '/company/apps?find=reading',
  'an app': `/company/apps/${app.id}`,
  consents: `/company/apps/${app.id}/consents`,
  requests: '/company/requests',
  'requests that failed': '/company/requests?show=failed',
  'requests of an app': `/company/requests?caller=${app.id}`,
  'requests of a month ago': `/company/requests?before=${Date.now() - 28 * 86_400_000}_req_0000000000000000000000`,
  'requests with a code that none had': '/company/requests?code=slow_down',
  verifications: '/company/verifications',
  'new verification': '/company/verifications/new',
  keys: '/company/keys',
  webhooks: '/company/webhooks',
  'audit log': '/company/audit',
}

async function measure(path: string) {
  const shots = Array.from({ length: REQUESTS }, () => ({ method: 'GET' as const, path, headers: { cookie } }))
  await fire(origin, shots.slice(0, CONNECTIONS), '2xx', { server: pid, postmaster })
  const { cpuMs, databaseCpuMs } = await fire(origin, shots, '2xx', { server: pid, postmaster })
  return { web: cpuMs, database: databaseCpuMs, all: cpuMs + databaseCpuMs }
}

const rows: Record<string, Awaited<ReturnType<typeof measure>>[]> = {}
let filled = NOTHING
for (const size of [SMALL, LARGE]) {
  await fillCompany(companyId, app.id, filled, size)
  filled = size
  for (const [name, path] of Object.entries(PAGES)) {
    const measured = await measure(path).catch((fault: Error) => {
      process.stderr.write(`  ${name}: ${fault.message}\n`)
      return { web: Number.NaN, database: Number.NaN, all: Number.NaN }
    })
    rows[name] = [...(rows[name] ?? []), measured]
    process.stderr.write(`  ${size.apps} apps, ${name}: ${measured.web.toFixed(0)} + ${measured.database.toFixed(0)} ms\n`)
  }
}

const table = Object.entries(rows).map(([name, [small, large]]) => {
  const growth = (large?.all ?? Number.NaN) / (small?.all ?? Number.NaN)
  return `| ${[name, small?.all.toFixed(0), large?.all.toFixed(0), large?.web.toFixed(0), large?.database.toFixed(0), growth.toFixed(2)].join(' | ')} |`
})
const text = `# The company panel, measured

\`npm run bench panel ${[apps, consents, lines, signIns].join(' ')}\`: milliseconds of CPU of the web process and of Postgres for a page, ${REQUESTS} requests over 32 connections, on
${cpus()[0]?.model.trim()}. Small: ${SMALL.apps} apps, ${SMALL.consents} consents, ${SMALL.lines} lines of requests, ${SMALL.signIns} sign-ins in thirty days. Large: ${LARGE.apps}, ${LARGE.consents},
${LARGE.lines} and ${LARGE.signIns}. Goal: ${GOAL_MS} ms, and at most ${GROWTH} times. A twentieth of the consents are of the app whose consents are shown.

| page | small | large | of it web | of it Postgres | growth |
| --- | --- | --- | --- | --- | --- |
${table.join('\n')}
`
writeFileSync('bench/panel.md', text)
console.log(text)
await closeDatabase()
process.exit(0)
