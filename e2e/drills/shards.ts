import { setTimeout as pause } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { closeDatabase } from '#lib/core/db'
import { SHARDS } from '#lib/core/shard'
import { routeTo } from '../../lib/core/testing/router/route-to'
import { bundleInto } from '../../scripts/lib/bundle.mjs'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { inProject } from '../../scripts/lib/root.mjs'
import { readTables } from '../../scripts/lib/shards/tables.mjs'
import { anApp, aPerson, aVerifiedCompany } from '../fixtures/world'
import type { Cluster } from './cluster'
import { cluster, drill, logIn, promise, say, startWeb } from './drill'
import { load } from './load'
import { refreshing } from './refreshing'

/**
 * `npm run drills shards`: a primary is split in two by promoting its standby, under load, as docs/operating/shards.md has it. What stands
 * for the router is that of the tests.
 */

const PEOPLE = 24
/** Acknowledged before the split, and after it. */
const REFRESHES = 400
const HALF = SHARDS / 2
/** A statement that waits no longer than its time limit is answered. */
const LONGEST_MS = 5000

const counts = (of: Cluster) =>
  of.ask(`SELECT string_agg(half || ': ' || people, ', ' ORDER BY half) FROM (
  SELECT CASE WHEN shard < ${HALF} THEN 'low' ELSE 'high' END AS half, count(*) AS people FROM users GROUP BY 1) AS t`)

/** Deletes what is another one's, children first: whatever something still refers to is tried again. */
function forget(own: Cluster, others: string): number {
  let left = readTables().sharded
  let rows = 0
  while (left.length > 0) {
    const refused = left.filter((table) => {
      try {
        rows += Number(own.ask(`WITH gone AS (DELETE FROM ${table} WHERE ${others} RETURNING 1) SELECT count(*) FROM gone`))
        return false
      } catch {
        return true
      }
    })
    if (refused.length === left.length) throw new Error(`nothing can be deleted of ${refused.join(', ')}`)
    left = refused
  }
  return rows
}

await drill(async () => {
  say('— one primary is split in two under load, its standby promoted')
  const [first, second, admin] = [await cluster('first'), await cluster('second'), await freePort()]
  first.create()
  first.start()
  first.ask('CREATE DATABASE signet', 'postgres')
  await migrate(first.url())
  second.follow(first)
  process.env.DATABASE_URL = first.url()
  process.env.SHARD_PRIMARIES = '2'
  const router = await routeTo([first.url()], () => true)

  await bundleInto('dist/router', { routed: 'e2e/drills/routed.ts' })
  const NODE_OPTIONS = `--import=${pathToFileURL(inProject('dist', 'router', 'routed.mjs')).href}`
  const url = await startWeb(first.url(), { more: { NODE_OPTIONS, SHARD_DATABASES: first.url(), SHARD_ADMIN: String(admin) } })
  const tell = (what: string, body = '') => fetch(`http://127.0.0.1:${admin}/${what}`, { method: 'POST', body })

  const company = await aVerifiedCompany()
  const app = await anApp(company)
  const people = await Promise.all(Array.from({ length: PEOPLE }, () => aPerson()))
  const [work, lines] = [load(url, company.apiKey), await refreshing(url, app, people)]
  await lines.until(REFRESHES)
  say(`  before: people ${counts(first)}; ${lines.acknowledged()} refreshes and ${work.acknowledged.length} apps acknowledged`)

  const pausedAt = Date.now()
  await tell('pause')
  const position = first.ask('SELECT pg_current_wal_lsn()', 'postgres')
  while (second.ask(`SELECT pg_last_wal_replay_lsn() >= '${position}'`, 'postgres') !== 't') await pause(5)
  second.promote()
  first.ask("ALTER SYSTEM SET synchronous_standby_names = ''", 'postgres')
  first.ask('SELECT pg_reload_conf()', 'postgres')
  const both = [first.url(), second.url()]
  await tell('resume', both.join('\n'))
  const stoodMs = Date.now() - pausedAt
  router.resume(both)

  await lines.until(lines.acknowledged() + REFRESHES)
  await work.stop()
  await lines.stop()
  say(`  after: people on the first ${counts(first)}; on the second ${counts(second)}`)
  promise(
    lines.faults.length === 0,
    `${lines.acknowledged()} refreshes acknowledged, ${lines.unavailable()} told to come again, ${lines.faults.length} refused ${lines.faults[0] ?? ''}`,
  )
  promise(
    lines.longestMs() <= LONGEST_MS,
    `it stood for ${stoodMs} ms; the longest refresh took ${lines.longestMs()} ms, the longest new app ${work.longestMs()} ms`,
  )
  const live = await lines.live()
  promise(live === PEOPLE, `the latest token of ${live} of ${PEOPLE} people is live`)
  const ids = work.acknowledged.map(({ id }) => id)
  promise(both.length === 2 && [first, second].every((of) => of.appsAmong(ids) === ids.length), `all ${ids.length} apps acknowledged are on both`)

  say('— each forgets what is the other one’s')
  const gone = [forget(first, `shard >= ${HALF}`), forget(second, `shard BETWEEN 0 AND ${HALF - 1}`)]
  say(`  ${gone[0]} rows on the first, ${gone[1]} on the second; people on the first ${counts(first)}; on the second ${counts(second)}`)
  const still = await lines.live()
  promise(still === PEOPLE, `the latest token of ${still} of ${PEOPLE} people is live`)
  for (const half of [0, 1]) {
    const person = people.find(({ id }) => Number(first.ask(`SELECT count(*) FROM users WHERE id = '${id}'`)) === 1 - half)
    promise(person !== undefined && (await logIn(url, person)), `a person of the ${half === 0 ? 'first' : 'second'} logs in`)
  }
  await closeDatabase()
})
