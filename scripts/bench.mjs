/** `npm run bench`: the product against a peer and against the limit, on a Postgres of its own. */
import './lib/require-node.mjs'
import { buildWhenStale } from './lib/build.mjs'
import { bundleInto } from './lib/bundle.mjs'
import { installDependencies } from './lib/install.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { generateMasterKey } from './lib/master-key.mjs'
import { freePort } from './lib/ports.mjs'
import { generatePrismaClient } from './lib/prisma-client.mjs'
import { runNode } from './lib/processes.mjs'
import { openWorkspace } from './lib/testing/workspace.mjs'

await runCommand(async (lifetime) => {
  await installDependencies(lifetime)
  await generatePrismaClient(lifetime)
  await buildWhenStale(lifetime)
  await bundleInto('dist/bench', { main: 'bench/protocol/main.ts', limit: 'bench/protocol/limit.ts', peer: 'bench/protocol/peer.ts' })
  const workspace = await openWorkspace(lifetime)
  const [port, limitPort, peerPort] = [await freePort(), await freePort(), await freePort()]
  const peerDatabase = await workspace.createDatabase('peer')
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: await workspace.createMigratedDatabase('signet_bench'),
    MASTER_KEY: generateMasterKey(),
    EMBEDDED: '1',
    DATA_DIR: workspace.file('data'),
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    BENCH_LIMIT_PORT: String(limitPort),
    BENCH_PEER_PORT: String(peerPort),
    BENCH_PEER_DATABASE_URL: peerDatabase,
  }
  const { code } = await runNode(['dist/bench/main.mjs', ...process.argv.slice(2)], { env, show: true, lifetime })
  return code
})
