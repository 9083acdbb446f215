import { writeFileSync } from 'node:fs'
import { closeDatabase } from '#lib/core/db'
import { ENDPOINT_NAMES, ENDPOINTS } from '../protocol/endpoints'
import { fire, residentMb } from '../protocol/load'
import { ourShots, prepareVisitors } from '../protocol/our-shots'
import { startSignet } from '../servers'

/** Memory of one web process under load. Run by `npm run bench memory [minutes]`; writes `bench/memory.md`. */
const minutes = Number(process.argv[2] ?? 10)
const LIMIT_MB = 300

const world = await prepareVisitors(500)
const { origin, pid } = await startSignet()
const samples: { minute: number; megabytes: number }[] = []
const began = Date.now()
let requests = 0
while (Date.now() - began < minutes * 60_000) {
  for (const endpoint of ENDPOINT_NAMES) {
    await fire(origin, await ourShots(world, endpoint, 500), ENDPOINTS[endpoint].expected, { server: pid, postmaster: 0 })
    requests += 500
  }
  samples.push({ minute: (Date.now() - began) / 60_000, megabytes: residentMb(pid) })
}
const average = (part: typeof samples) => part.reduce((sum, { megabytes }) => sum + megabytes, 0) / part.length
// The first fifth warms up; drift is the last fifth against the second.
const fifth = Math.max(1, Math.floor(samples.length / 5))
const [early, late] = [average(samples.slice(fifth, 2 * fifth)), average(samples.slice(-fifth))]
const most = Math.max(...samples.map(({ megabytes }) => megabytes))
const text = `# Memory, measured

\`npm run bench memory ${minutes}\`: one web process, ${requests} requests to every protocol endpoint in turn, ${minutes} minutes.
At most ${most.toFixed(0)} MB (goal: ${LIMIT_MB}); drift ${((late / early - 1) * 100).toFixed(1)}% (goal: below 10%), from
${early.toFixed(0)} to ${late.toFixed(0)} MB.
`
writeFileSync('bench/memory.md', text)
console.log(text)
await closeDatabase()
process.exit(0)
