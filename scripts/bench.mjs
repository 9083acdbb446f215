/** `npm run bench [protocol|request-line|pages|panel|growth|memory|events|event-log|verifications]`: measurements on a Postgres of their own; never part of the tests. */
import './lib/require-node.mjs'
import { buildWhenStale } from './lib/build.mjs'
import { bundleInto } from './lib/bundle.mjs'
import { generateMasterKey } from './lib/environment.mjs'
import { Failure } from './lib/failure.mjs'
import { findChromium } from './lib/find-chromium.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { freePort } from './lib/ports.mjs'
import { prepare } from './lib/prepare.mjs'
import { runNode } from './lib/processes.mjs'
import { openWorkspace } from './lib/testing/workspace.mjs'

/**
 * The programs of each benchmark; the first one runs the rest.
 * @type {Record<string, Record<string, string>>}
 */
const BENCHMARKS = {
  protocol: { main: 'bench/protocol/main.ts', limit: 'bench/protocol/limit.ts', peer: 'bench/protocol/peer.ts' },
  'request-line': { main: 'bench/request-line/main.ts', server: 'bench/request-line/server.ts' },
  panel: { main: 'bench/panel/main.ts' },
  pages: { main: 'bench/pages/main.ts' },
  growth: { main: 'bench/growth/main.ts' },
  memory: { main: 'bench/memory/main.ts' },
  events: { main: 'bench/events/main.ts', sink: 'bench/events/sink.ts' },
  'event-log': { main: 'bench/events/log.ts' },
  verifications: { main: 'bench/verifications/main.ts', caller: 'bench/verifications/caller.ts' },
}

/** What these measure needs no pages. */
const WITHOUT_SERVER = new Set(['events', 'event-log', 'request-line'])

/** What stands for a file of the product where something of it is switched on and off. */
const INSTEAD = { 'lib/http/endpoint.ts: ./caller': 'bench/request-line/caller-switch.ts' }

await runCommand(async (lifetime) => {
  const [name = 'protocol', ...rest] = process.argv.slice(2)
  const programs = BENCHMARKS[name]
  if (!programs) throw new Failure(`There is no benchmark "${name}": choose one of ${Object.keys(BENCHMARKS).join(', ')}.`)
  await prepare(lifetime)
  if (!WITHOUT_SERVER.has(name)) await buildWhenStale(lifetime)
  await bundleInto('dist/bench', programs, name === 'request-line' ? INSTEAD : {})
  const workspace = await openWorkspace(lifetime, { isProduction: true })
  const browser = name === 'pages' ? { CHROMIUM_PATH: await findChromium(lifetime) } : {}
  const env = { ...(await benchmarkEnvironment(workspace)), ...browser }
  const { code } = await runNode(['dist/bench/main.mjs', ...rest], { env, show: true, lifetime })
  return code
})

/**
 * What the programs of a benchmark need to know: databases, ports and keys that are gone with it.
 * @param {import('./lib/testing/workspace.mjs').Workspace} workspace
 * @returns {Promise<Record<string, string | undefined>>}
 */
async function benchmarkEnvironment(workspace) {
  const [port, limitPort, peerPort] = [await freePort(), await freePort(), await freePort()]
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: await workspace.createMigratedDatabase('signet_bench'),
    MASTER_KEY: generateMasterKey(),
    EMBEDDED: '1',
    DATA_DIR: workspace.folder('bench-data'),
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    BENCH_LIMIT_PORT: String(limitPort),
    BENCH_PEER_PORT: String(peerPort),
    BENCH_PEER_DATABASE_URL: await workspace.createDatabase('peer'),
  }
}
