import { execFile } from 'node:child_process'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { promisify } from 'node:util'
import { closeDatabase } from '#lib/core/db'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { aPerson, aVerifiedCompany } from '../fixtures/world'
import { cluster, drill, logIn, newKey, promise, root, say, startWeb } from './drill'
import { inFrontOf } from './in-front'
import { load } from './load'

/**
 * `npm run drills`: what the runbook promises, done. A synchronous standby takes over under load, a dump is restored elsewhere, and a
 * database is brought back to a second; with `shards` a primary is split in two. Ends with 1 when a promise is not kept. Its figures are kept in docs/operating/drills.md.
 */

const AFTER_PROMOTION_MS = 5000
/** Acknowledged before the keys change, and before the primary dies. */
const WRITES = 50
const signet = (databaseUrl: string, ...args: string[]) =>
  promisify(execFile)(process.execPath, ['dist/signet.mjs', ...args], { env: { ...process.env, NODE_ENV: 'production', DATABASE_URL: databaseUrl } })

async function failOver() {
  say('— the primary is killed under load, the standby promoted')
  const [primary, standby, front] = [await cluster('primary'), await cluster('standby'), await freePort()]
  primary.create()
  primary.start()
  primary.ask('CREATE DATABASE signet', 'postgres')
  await migrate(primary.url())
  standby.follow(primary)

  await inFrontOf(primary, standby, front)

  const address = primary.url('signet', front)
  process.env.DATABASE_URL = address
  const company = await aVerifiedCompany()
  const person = await aPerson()
  await closeDatabase()
  // As docs/operating/README.md has it: the new key comes first, everything is sealed anew, the old one goes.
  const key = newKey('k2')
  process.env.MASTER_KEY = `${key},${process.env.MASTER_KEY}`
  const url = await startWeb(address)
  const work = load(url, company.apiKey)
  await work.until(WRITES)
  await signet(address, 'keys', 'rotate-signing')
  await signet(address, 'keys', 'rewrap')
  await work.until(work.acknowledged.length + WRITES)
  primary.kill()
  const killedAt = Date.now()
  await pause(2000)
  standby.promote()
  const promotedAt = Date.now()
  await pause(AFTER_PROMOTION_MS + 3000)
  await work.stop()
  const ids = work.acknowledged.map(({ id }) => id)
  const first = work.acknowledged.find(({ at }) => at > promotedAt)
  const before = work.acknowledged.filter(({ at }) => at <= killedAt).length
  const lost = ids.length - standby.appsAmong(ids)
  promise(
    before > 0 && lost === 0,
    `${lost} of ${ids.length} acknowledged writes lost (${before} before the kill, ${work.refused()} refused meanwhile)`,
  )
  const back = first ? first.at - promotedAt : Number.POSITIVE_INFINITY
  promise(back <= AFTER_PROMOTION_MS, `the first write after promotion came ${back} ms later, without a restart`)
  promise(await logIn(url, person), 'a person logs in at the new primary, the signing key rotated meanwhile')
  const withNewKey = await startWeb(address, { more: { MASTER_KEY: key } })
  promise(await logIn(withNewKey, person), 'and at a process without the first master key, after everything was sealed anew under load')
  return { standby, person, company, ids }
}

async function restoreDump({ standby, person, ids }: Awaited<ReturnType<typeof failOver>>) {
  say('— a dump is restored elsewhere')
  const [elsewhere, dump] = [await cluster('elsewhere'), path.join(root, 'signet.dump')]
  const began = Date.now()
  standby.run('pg_dump', '-Fc', '-f', dump, standby.url())
  elsewhere.create()
  elsewhere.start()
  elsewhere.ask('CREATE DATABASE signet', 'postgres')
  elsewhere.run('pg_restore', '-d', elsewhere.url(), dump)
  promise(elsewhere.appsAmong(ids) === ids.length, `all ${ids.length} apps are there, ${Date.now() - began} ms after the dump began`)
  promise(await logIn(await startWeb(elsewhere.url()), person), 'a person logs in there, with the same keys')
}

async function backToASecond({ standby, company }: Awaited<ReturnType<typeof failOver>>) {
  say('— the database is brought back to a second')
  const restored = await cluster('restored')
  restored.copy(standby, false)
  const name = () => standby.ask(`SELECT name FROM companies WHERE id = '${company.actor.companyId}'`)
  const kept = name()
  await pause(1500)
  const target = standby.ask('SELECT clock_timestamp()')
  await pause(1500)
  standby.ask(`UPDATE companies SET name = 'Changed by mistake' WHERE id = '${company.actor.companyId}'`)
  const segment = standby.ask('SELECT pg_walfile_name(pg_current_wal_lsn())', 'postgres')
  standby.ask('SELECT pg_switch_wal()', 'postgres')
  while (standby.ask('SELECT last_archived_wal FROM pg_stat_archiver', 'postgres') < segment) await pause(100)
  restored.recoverTo(target)
  const began = Date.now()
  restored.start()
  while (restored.ask('SELECT pg_is_in_recovery()', 'postgres') === 't') await pause(100)
  const found = restored.ask(`SELECT name FROM companies WHERE id = '${company.actor.companyId}'`)
  promise(
    found === kept && name() !== kept,
    `a change made 1.5 s after the chosen second is gone, what was before it is there (${Date.now() - began} ms)`,
  )
}

if (process.argv.includes('shards')) await import('./shards')
else
  await drill(async () => {
    const after = await failOver()
    await restoreDump(after)
    await backToASecond(after)
  })
