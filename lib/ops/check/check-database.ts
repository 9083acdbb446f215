import type { Env } from '#lib/core/env'
import { explainConnection } from '../../core/db/explain-connection.mjs'
import { MigrationFault } from '../../core/db/migrate.mjs'
import { type DatabaseFacts, readDatabaseFacts } from './database-store'
import { about, type Finding } from './finding'

const OLDEST = 15
const CLOCK_MS = 2000
const { good, warn, bad } = about('database')

export async function checkDatabase({ DATABASE_URL, DATABASE_POOL, WEB_PROCESSES }: Env): Promise<Finding[]> {
  try {
    return judgeDatabase(await readDatabaseFacts(DATABASE_URL), { ours: Date.now(), connections: DATABASE_POOL * (WEB_PROCESSES + 2) })
  } catch (error) {
    return [bad(error instanceof MigrationFault ? error.message : explainConnection(error).replace('DATABASE_URL: ', ''))]
  }
}

/**
 * @param here `ours`: the clock of this machine; `connections`: what one host with web, worker and smtp may open
 * @returns the faults, then the warnings; or one line that says which database it is
 */
export function judgeDatabase(facts: DatabaseFacts, here: { ours: number; connections: number }): Finding[] {
  const apart = Math.max(0, Math.abs(here.ours - facts.now.getTime()) - facts.took)
  const faults: [boolean, Finding][] = [
    [facts.number < OLDEST * 10_000, bad(`Postgres ${facts.version} is too old: ${OLDEST} or newer is needed`)],
    [facts.isStandby, bad('it is a read-only standby: give the address of the primary')],
    [facts.encoding !== 'UTF8', bad(`its encoding is ${facts.encoding}: create it with ENCODING 'UTF8'`)],
    [!facts.mayCreate && facts.pending.length > 0, bad(`${facts.role} may not create tables there: make it the owner of the database`)],
    [
      !facts.keepsPrepared,
      bad(
        'a pooler in transaction mode loses prepared statements: pool_mode = session, or PgBouncer 1.21 or newer with max_prepared_statements = 200',
      ),
    ],
    [!facts.isCrashSafe, warn('fsync or full_page_writes is off: a crash of that machine destroys it')],
  ]
  const doubts: [boolean, Finding][] = [
    [!facts.isDurable, warn('synchronous_commit is off: a crash loses what was acknowledged last, a withdrawal for example')],
    [facts.isSuperuser, warn(`${facts.role} is a superuser: a role that owns this one database is enough`)],
    [apart > CLOCK_MS, warn(`its clock and this machine's are ${(apart / 1000).toFixed(1)} s apart: let both keep time by NTP`)],
    [here.connections > facts.connections, warn(`it takes ${facts.connections} connections, and this host alone may open ${here.connections}`)],
    [
      facts.isPooled && facts.foreignSettings.length > 0,
      warn(`a pooler stands in front, and the role lacks ${facts.foreignSettings.join(', ')}: in transaction mode run what \`database role\` prints`),
    ],
  ]
  const schema = facts.pending.length > 0 ? `${facts.pending.length} migrations to apply` : 'up to date'
  const summary = good(
    `Postgres ${facts.version} as ${facts.role}, ${facts.isEncrypted ? 'TLS' : 'no TLS'}, ${schema}, clock ${Math.round(apart)} ms apart`,
  )
  const found = [...faults, ...doubts].filter(([isSo]) => isSo).map(([, finding]) => finding)
  return found.some(({ look }) => look === 'bad') ? found : [summary, ...found]
}
