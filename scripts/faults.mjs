/** `npm run faults`: web processes are killed, the database is stopped, killed, frozen and given a full disk; nothing promised may be lost. */
import './lib/require-node.mjs'
import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { buildWhenStale } from './lib/build.mjs'
import { installDependencies } from './lib/install.mjs'
import { runCommand } from './lib/lifetime.mjs'
import { generateMasterKey } from './lib/master-key.mjs'
import { migrate } from './lib/migrate.mjs'
import { findPostgres, startPostgres } from './lib/postgres/embedded-postgres.mjs'
import { generatePrismaClient } from './lib/prisma-client.mjs'
import { nodeTool, runNode } from './lib/processes.mjs'
import { say } from './lib/progress.mjs'

const DISK = '700m'

await runCommand(async (lifetime) => {
  await installDependencies(lifetime)
  await generatePrismaClient(lifetime)
  await buildWhenStale(lifetime)

  const dataDir = mkdtempSync(path.join(os.tmpdir(), 'signet-faults-'))
  lifetime.onEnd(() => rmSync(dataDir, { recursive: true, force: true }))
  const isLimited = giveSmallDisk(dataDir, lifetime)
  const server = await startPostgres({ dataDir })
  // The tests start it anew a few times; whichever runs in the end is stopped.
  lifetime.onEnd(async () => (await findPostgres({ dataDir }))?.stop())
  await server.createDatabase('signet')
  await migrate(server.url('signet'))

  const env = {
    ...process.env,
    NODE_ENV: 'test',
    NEXT_TELEMETRY_DISABLED: '1',
    DATABASE_URL: server.url('signet'),
    MASTER_KEY: generateMasterKey(),
    DATA_DIR: dataDir,
    FAULTS_DIR: dataDir,
    FAULTS_DISK: isLimited ? 'limited' : '',
    FRONT_URL: 'http://localhost:3000',
    API_RATE_PER_KEY: '1000000',
    API_RATE_PER_COMPANY: '1000000',
  }
  const { code } = await runNode([nodeTool('@playwright', 'test', 'cli.js'), 'test', '--project=faults', '--workers=1'], {
    env,
    show: true,
    lifetime,
  })
  return code
})

/** A disk in memory, which only root may make: one that can be filled without hurting anybody. */
function giveSmallDisk(dir, lifetime) {
  const isLimited = process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', dir]).status === 0
  if (isLimited) lifetime.onEnd(() => void spawnSync('umount', [dir]))
  else say('This user may not make a small disk: a full one is left out.')
  chmodSync(dir, 0o711)
  return isLimited
}
