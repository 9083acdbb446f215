import { writeFileSync } from 'node:fs'
import { closeDatabase } from '#lib/core/db'
import { purgeExpired } from '#lib/purge/purge-expired'
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from '../protocol/endpoints'
import { fire, type Measured, median } from '../protocol/load'
import { ourShots, prepareVisitors } from '../protocol/our-shots'
import { startSignet } from '../servers'
import { addExpired, countExpired, fillTo } from './fill'

/**
 * Do calls get slower as the tables grow, and does clearing up slow log-ins down? Run by `npm run bench growth`;
 * writes `bench/growth.md`. Sizes may be given: `npm run bench growth 10000 1000000 5000000`.
 */
const sizes = process.argv.slice(2).map(Number)
const SIZES = sizes.length > 0 ? sizes : [10_000, 1_000_000, 5_000_000]
const EXPIRED = 1_000_000
const ROUNDS = 5
const REQUESTS = 1000

const world = await prepareVisitors()
const { origin, pid } = await startSignet()
const measure = async (endpoint: EndpointName): Promise<Measured> =>
  fire(origin, await ourShots(world, endpoint, REQUESTS), ENDPOINTS[endpoint].expected, { server: pid, postmaster: 0 })

const medians: Record<string, number[]> = {}
let filled = 0
for (const size of SIZES) {
  await fillTo(filled, size)
  filled = size
  for (const endpoint of ENDPOINT_NAMES) {
    await measure(endpoint)
    const rounds: Measured[] = []
    for (let i = 0; i < ROUNDS; i++) rounds.push(await measure(endpoint))
    medians[endpoint] = [...(medians[endpoint] ?? []), median(rounds.map(({ p50 }) => p50))]
  }
  // Said at once: filling takes long, and what comes after may fail.
  const said = ENDPOINT_NAMES.map((endpoint) => `${endpoint} ${medians[endpoint]?.at(-1)?.toFixed(1)} ms`).join(', ')
  process.stderr.write(`  ${size} grants: ${said}\n`)
}

async function logInsWhile(isDone: () => boolean): Promise<number> {
  const rates: number[] = []
  do rates.push((await measure('authorize')).perSecond)
  while (!isDone())
  return median(rates)
}

await addExpired(EXPIRED)
let rounds = 0
const alone = await logInsWhile(() => ++rounds >= ROUNDS)
let isPurged = false
const purge = purgeExpired(new AbortController().signal).then(() => {
  isPurged = true
})
const beside = await logInsWhile(() => isPurged)
await purge

const table = ENDPOINT_NAMES.map((endpoint) => {
  const values = medians[endpoint] ?? []
  return `| ${ENDPOINTS[endpoint].title} | ${values.map((value) => value.toFixed(1)).join(' | ')} | ${((values.at(-1) ?? 0) / (values[0] ?? 1)).toFixed(2)} |`
})
const text = `# Growth, measured

\`npm run bench growth\`: median milliseconds of ${REQUESTS} requests over 32 connections, medians of ${ROUNDS} rounds. Goal: at
most 1.3 times from the smallest to the largest.

| endpoint | ${SIZES.map((size) => `${size} grants`).join(' | ')} | growth |
| --- | ${SIZES.map(() => '---').join(' | ')} | --- |
${table.join('\n')}

Clearing ${EXPIRED} expired tokens away: ${alone.toFixed(0)} log-ins a second before, ${beside.toFixed(0)} meanwhile,
${((1 - beside / alone) * 100).toFixed(0)}% fewer (goal: at most 20%); ${await countExpired()} left.
`
writeFileSync('bench/growth.md', text)
console.log(text)
await closeDatabase()
process.exit(0)
