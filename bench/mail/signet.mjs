/** Our relay: receiver and worker as `npm start` runs them, on a Postgres of its own with full durability. */
import { readFileSync } from 'node:fs'
import { bundle, programFile } from '../../scripts/lib/bundle.mjs'
import { generateMasterKey } from '../../scripts/lib/environment.mjs'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { startPostgres } from '../../scripts/lib/postgres/embedded-postgres.mjs'
import { runNode, startProcess } from '../../scripts/lib/processes.mjs'
import { inProject } from '../../scripts/lib/root.mjs'
import { untilItListens } from '../../scripts/lib/wait-until-up.mjs'

/** @typedef {{dir: string, port: number, sinkPort: number, lifetime: import('../../scripts/lib/lifetime.mjs').Lifetime}} Start */

/** @param {Start} start */
export async function startSignet({ dir, port, sinkPort, lifetime }) {
  await bundle(['smtp', 'worker'])
  const postgres = await startPostgres({ dataDir: dir })
  lifetime.onEnd(postgres.stop)
  await postgres.createDatabase('bench')
  await migrate(postgres.url('bench'))
  const env = {
    ...process.env,
    NODE_ENV: 'production',
    DATABASE_URL: postgres.url('bench'),
    MASTER_KEY: generateMasterKey(),
    DATA_DIR: dir,
    SMTP_LISTEN: `127.0.0.1:${port}`,
    ALIAS_DOMAIN: 'alias.localhost',
    MAIL_FROM: 'no-reply@signet.example',
    SMTP_URL: `smtp://127.0.0.1:${sinkPort}`,
    LOG_LEVEL: 'warn',
  }
  // Where their time goes: PROFILE_DIR takes a profile of each, to be opened in a browser's tools.
  const flags = process.env.PROFILE_DIR ? ['--cpu-prof', `--cpu-prof-dir=${process.env.PROFILE_DIR}`] : []
  const programs = ['smtp', 'worker'].map((name) => ({ name, ...startProcess(process.execPath, [...flags, programFile(name)], { env, lifetime }) }))
  await untilItListens(port)
  return {
    name: 'Signet, with DKIM',
    port,
    /** Fresh aliases: each takes sixty mails an hour. */
    async recipients(/** @type {number} */ count) {
      const { code, output } = await runNode([inProject('scripts', 'run.mjs'), 'bench/mail/seed-aliases.ts', String(count)], { env, lifetime })
      if (code !== 0) throw new Error(output)
      return output.split('\n').filter((line) => line.includes('@'))
    },
    /** Largest memory of each program so far, in MB. */
    peaks: () => programs.map(({ name, child }) => ({ name, mb: peakOf(child.pid) })),
    /** CPU time of each program so far, user and system, in milliseconds. */
    cpuMs: () => programs.map(({ name, child }) => ({ name, ms: cpuMsOf(child.pid) })),
  }
}

const peakOf = (/** @type {number | undefined} */ pid) =>
  Math.round(Number(/VmHWM:\s+(\d+) kB/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024)

const TICK_MS = 10

/** @param {number | undefined} pid */
function cpuMsOf(pid) {
  const fields = readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ')[1]?.split(' ') ?? []
  return (Number(fields[11]) + Number(fields[12])) * TICK_MS
}
