import { once } from 'node:events'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { startProgram, startSignet } from '../servers'
import { ENDPOINT_NAMES, ENDPOINTS, type EndpointName } from './endpoints'
import { fire, type Measured, parentOf, residentMb, type Shot } from './load'
import { ourShots, prepareVisitors } from './our-shots'
import { report } from './report'

/**
 * Three servers on one machine and one Postgres, one process each: the product, the peer, the limit. They take turns,
 * the order changing each round; the first round only warms up. Started by `npm run bench`.
 */
type Contestant = {
  name: 'signet' | 'peer' | 'limit'
  origin: string
  pid: number
  shots: (endpoint: EndpointName, count: number) => Promise<Shot[]>
}

const ROUNDS = Number(process.env.BENCH_ROUNDS ?? 5)
const REQUESTS = Number(process.env.BENCH_REQUESTS ?? 5000)

/** The process whose children are the database's sessions. */
async function findPostmaster(): Promise<number> {
  const [row] = await sql.query(statement<{ pid: number }>('bench_backend', 'SELECT pg_backend_pid() AS pid'), [])
  return parentOf(row?.pid ?? 0)
}

async function contestants(): Promise<Contestant[]> {
  const world = await prepareVisitors()
  const ports = { limit: process.env.BENCH_LIMIT_PORT ?? '', peer: process.env.BENCH_PEER_PORT ?? '' }
  const signet = await startSignet()
  const limit = startProgram('dist/bench/limit.mjs', { PORT: ports.limit })
  const peer = startProgram('dist/bench/peer.mjs', { PORT: ports.peer, DATABASE_URL: process.env.BENCH_PEER_DATABASE_URL })
  await Promise.all([once(limit, 'message'), once(peer, 'message')])
  const peerShots = async (endpoint: EndpointName, count: number) => {
    peer.send({ endpoint, count })
    return ((await once(peer, 'message')) as [{ shots: Shot[] }])[0].shots
  }
  const ours = (endpoint: EndpointName, count: number) => ourShots(world, endpoint, count)
  const at = (port: string) => `http://localhost:${port}`
  return [
    { name: 'signet', ...signet, shots: ours },
    { name: 'peer', origin: at(ports.peer), pid: peer.pid as number, shots: peerShots },
    { name: 'limit', origin: at(ports.limit), pid: limit.pid as number, shots: ours },
  ]
}

const wanted = process.argv.slice(2)
const all = await contestants()
const postmaster = await findPostmaster()
const results: Record<string, Measured[]> = {}
for (const endpoint of ENDPOINT_NAMES.filter((name) => wanted.length === 0 || wanted.includes(name))) {
  for (let round = 0; round <= ROUNDS; round++) {
    for (let turn = 0; turn < all.length; turn++) {
      const { name, origin, pid, shots } = all[(round + turn) % all.length] as Contestant
      const prepared = await shots(endpoint, REQUESTS)
      const measured = await fire(origin, prepared, ENDPOINTS[endpoint].expected, { server: pid, postmaster })
      if (round === 0) continue
      const key = `${endpoint} ${name}`
      results[key] = [...(results[key] ?? []), measured]
    }
  }
  process.stderr.write(`  ${ENDPOINTS[endpoint].title} measured\n`)
}
const memory = Object.fromEntries(all.map(({ name, pid }) => [name, residentMb(pid)]))
report(results, { rounds: ROUNDS, requests: REQUESTS, memory })
await closeDatabase()
process.exit(0)
