/** What the programs of a benchmark need to know: databases, ports and keys that are gone with it. */
import { mkdirSync } from 'node:fs'
import { generateMasterKey } from '../master-key.mjs'
import { freePort } from '../ports.mjs'

export async function benchmarkEnvironment(workspace) {
  const [port, limitPort, peerPort] = [await freePort(), await freePort(), await freePort()]
  const dataDir = workspace.file('bench-data')
  mkdirSync(dataDir, { mode: 0o700 })
  return {
    ...process.env,
    NODE_ENV: 'production',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: await workspace.createMigratedDatabase('signet_bench'),
    MASTER_KEY: generateMasterKey(),
    EMBEDDED: '1',
    DATA_DIR: dataDir,
    HOST: '127.0.0.1',
    PORT: String(port),
    BASE_URL: `http://localhost:${port}`,
    BENCH_LIMIT_PORT: String(limitPort),
    BENCH_PEER_PORT: String(peerPort),
    BENCH_PEER_DATABASE_URL: await workspace.createDatabase('peer'),
  }
}
