import { spawnSync } from 'node:child_process'
import { chmodSync } from 'node:fs'
import type { Lifetime } from '../../scripts/lib/lifetime.mjs'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { findPostgres, startPostgres } from '../../scripts/lib/postgres/embedded-postgres.mjs'
import { say } from '../../scripts/lib/progress.mjs'

const DISK = '700m'

/**
 * For the tests of faults, which start a service of their own: a database that may be stopped, killed, frozen and left
 * without space.
 * @returns what the tests need to know of it, as environment variables
 */
export async function startBreakableDatabase(dataDir: string, lifetime: Lifetime): Promise<Record<string, string>> {
  const isLimited = giveSmallDisk(dataDir, lifetime)
  const server = await startPostgres({ dataDir })
  // The tests start it anew a few times; whichever runs in the end is stopped.
  lifetime.onEnd(async () => (await findPostgres({ dataDir }))?.stop())
  await server.createDatabase('signet')
  const url = server.url('signet')
  await migrate(url)
  return {
    DATABASE_URL: url,
    EMBEDDED: '1',
    DATA_DIR: dataDir,
    FAULTS_DIR: dataDir,
    FAULTS_DISK: isLimited ? 'limited' : '',
    FRONT_URL: 'http://localhost:3000',
    API_RATE_PER_KEY: '1000000',
    API_RATE_PER_COMPANY: '1000000',
  }
}

/** A disk in memory, which only root may make: one that can be filled without hurting anybody. */
function giveSmallDisk(dir: string, lifetime: Lifetime): boolean {
  const isLimited = process.getuid?.() === 0 && spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${DISK}`, 'tmpfs', dir]).status === 0
  if (isLimited) lifetime.onEnd(() => void spawnSync('umount', [dir]))
  else say('This user may not make a small disk: a full one is left out.')
  chmodSync(dir, 0o711)
  return isLimited
}
