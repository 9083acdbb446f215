import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { cpus } from 'node:os'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { env } from '#lib/core/env'
import { cpuSeconds, family, fire, median, parentOf, type Shot } from '../protocol/load'
import { ourShots, prepareVisitors } from '../protocol/our-shots'
import { startProgram } from '../servers'

/**
 * What it costs an exchange that its company can read of it: the same process with the log of requests and without, by turns, the order changing. The CPU
 * of the process and of Postgres, from the first request to the last line written. Run by `npm run bench request-line`; writes `bench/request-line.md`.
 */
const PAIRS = Number(process.env.BENCH_PAIRS ?? 15)
const GOAL = 0.03

/** @property apps among which the requests are spread; of one no more than 50 a second are listed, the rest is counted @property rate of requests a second; as many as come */
const LOADS: { title: string; apps: number; requests: number; rate?: number }[] = [
  { title: 'as many as come, each of them listed', apps: 40, requests: 600 },
  { title: 'as many as come, of one app', apps: 1, requests: 600 },
  { title: '50 a second, each of them listed', apps: 5, requests: 500, rate: 50 },
]

const server = startProgram('dist/bench/server.mjs', {})
await once(server, 'message')
const [backend] = await sql.query(statement<{ pid: number }>('bench_backend', 'SELECT pg_backend_pid() AS pid'), [])
const pids = { server: server.pid as number, postmaster: parentOf(backend?.pid ?? 0) }

async function switchTo(isOn: boolean) {
  server.send(isOn)
  await once(server, 'message')
}

/** Milliseconds of CPU for a request. */
async function spend(shots: Shot[], isOn: boolean, rate: number | undefined) {
  await switchTo(isOn)
  const spent = () => ({ web: cpuSeconds([pids.server]), database: cpuSeconds(family(pids.postmaster)) })
  const before = spent()
  await fire(env().BASE_URL, shots, '2xx', pids, rate)
  await switchTo(isOn)
  const after = spent()
  const each = (part: 'web' | 'database') => ((after[part] - before[part]) * 1000) / shots.length
  return { web: each('web'), database: each('database'), all: each('web') + each('database') }
}

const rows: string[] = []
for (const { title, apps, requests, rate } of LOADS) {
  const worlds: Awaited<ReturnType<typeof prepareVisitors>>[] = []
  for (let n = 0; n < apps; n++) worlds.push(await prepareVisitors(Math.ceil(200 / apps)))
  const prepare = async () => {
    const shots: Shot[][] = []
    for (const world of worlds) shots.push(await ourShots(world, 'exchange', Math.ceil(requests / apps)))
    // By turns, as apps come.
    return Array.from({ length: requests }, (_, nth) => shots[nth % apps]?.[Math.floor(nth / apps)] as Shot)
  }
  const on: Awaited<ReturnType<typeof spend>>[] = []
  const off: typeof on = []
  for (let pair = 0; pair <= PAIRS; pair++) {
    for (const isOn of pair % 2 === 0 ? [true, false] : [false, true]) {
      const spent = await spend(await prepare(), isOn, rate)
      // The first ones warm up.
      if (pair > 0) (isOn ? on : off).push(spent)
    }
  }
  const ratio = median(on.map(({ all }, nth) => all / (off[nth]?.all ?? Number.NaN))) - 1
  const of = (some: typeof on, part: 'web' | 'database') => median(some.map((one) => one[part])).toFixed(3)
  const cells = [title, of(off, 'web'), of(off, 'database'), of(on, 'web'), of(on, 'database')]
  rows.push(`| ${[...cells, `${(ratio * 100).toFixed(1)} % (below ${GOAL * 100} %: ${ratio < GOAL ? 'yes' : '**no**'})`].join(' | ')} |`)
  process.stderr.write(`  ${rows.at(-1)}\n`)
}

const text = `# What a line of the request log costs

\`npm run bench request-line\`: code exchanges of one process, with the log of requests and without, by turns, ${PAIRS} pairs of each; medians of milliseconds of CPU for a
request, of the process and of Postgres, until the last line is written, and the median of the pairs' ratios. ${cpus()[0]?.model.trim()}, Node ${process.version}.

| requests | off: web | off: Postgres | on: web | on: Postgres | more |
| --- | --- | --- | --- | --- | --- |
${rows.join('\n')}
`
writeFileSync('bench/request-line.md', text)
console.log(text)
await closeDatabase()
process.exit(0)
