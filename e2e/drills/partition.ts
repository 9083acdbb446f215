import { execFileSync } from 'node:child_process'
import { setTimeout as pause } from 'node:timers/promises'
import { closeDatabase } from '#lib/core/db'
import { migrate } from '../../scripts/lib/migrate.mjs'
import { freePort } from '../../scripts/lib/ports.mjs'
import { aPerson, aVerifiedCompany } from '../fixtures/world'
import { cluster, drill, logIn, promise, say, startWeb } from './drill'
import { inFrontOf } from './in-front'
import { load } from './load'

/**
 * `npm run drills:partition`: the primary goes on, but nothing reaches it and nothing comes from it, except from a web process on its side
 * of the cut. It runs in a network of its own (`unshare -n`), where packets are dropped; as root.
 */

/** The primary as those on its side of the cut know it. */
const NEAR = '127.0.0.9'
const WRITES = 100
const CUT_MS = 2000
const AFTER_PROMOTION_MS = 5000
const AFTERWARDS_MS = 8000
/** A statement's time and one new connection. */
const ANSWER_MS = 10_000

/** A browser with nothing but itself says that it is offline, and sends nothing. */
const NETWORK = ['link set lo up', 'link add near type veth peer name far', 'addr add 192.0.2.1/24 dev near', 'link set near up', 'link set far up']

/** Drops whatever is for or from that port on the other side, both ways. @returns what ends it */
function cut(port: number): () => void {
  const rules = [
    ['-d', '127.0.0.1', '--dport'],
    ['-s', '127.0.0.1', '--sport'],
  ]
  const each = (verb: '-A' | '-D') => {
    for (const rule of rules) execFileSync('iptables', [verb, 'INPUT', '-p', 'tcp', ...rule, String(port), '-j', 'DROP'])
  }
  each('-A')
  return () => each('-D')
}

await drill(async () => {
  for (const step of NETWORK) execFileSync('ip', step.split(' '))
  const [primary, standby, front] = [await cluster('primary'), await cluster('standby'), await freePort()]
  primary.create()
  primary.start(`listen_addresses=127.0.0.1,${NEAR}`)
  primary.ask('CREATE DATABASE signet', 'postgres')
  await migrate(primary.url())
  standby.follow(primary)
  const proxy = await inFrontOf(primary, standby, front)
  const address = primary.url('signet', front)
  process.env.DATABASE_URL = address
  const [company, person] = [await aVerifiedCompany(), await aPerson()]
  await closeDatabase()
  const url = await startWeb(address)
  const cutOff = await startWeb(primary.url().replace('127.0.0.1', NEAR))

  say('— the primary is cut off under load, the standby promoted')
  const work = load(url, company.apiKey)
  await work.until(WRITES)
  const heal = cut(primary.port)
  const cutAt = Date.now()
  const left = load(cutOff, company.apiKey)
  await pause(CUT_MS)
  await proxy.fence()
  standby.promote()
  const promotedAt = Date.now()
  await pause(AFTERWARDS_MS)
  heal()
  say('— the network is whole again')
  await pause(AFTERWARDS_MS)
  await Promise.all([work.stop(), left.stop()])

  const ids = work.acknowledged.map(({ id }) => id)
  const before = work.acknowledged.filter(({ at }) => at <= cutAt).length
  const lost = ids.length - standby.appsAmong(ids)
  promise(
    before > 0 && lost === 0,
    `${lost} of ${ids.length} acknowledged writes lost (${before} before the cut, ${work.refused()} refused meanwhile)`,
  )
  const first = work.acknowledged.find(({ at }) => at > promotedAt)
  const back = first ? first.at - promotedAt : Number.POSITIVE_INFINITY
  promise(back <= AFTER_PROMOTION_MS, `the first write after promotion came ${back} ms later, without a restart`)
  const between = work.acknowledged.filter(({ at }) => at > cutAt + CUT_MS / 2 && at < promotedAt).length
  promise(between === 0, `${between} writes acknowledged while there was no primary`)
  promise(
    left.acknowledged.length === 0 && left.refused() > 0,
    `the old primary acknowledged ${left.acknowledged.length} writes to its side of the cut, then and after it; ${left.refused()} were refused`,
  )
  const longest = Math.max(work.longestMs(), left.longestMs())
  promise(longest <= ANSWER_MS, `nobody waited longer than ${longest} ms for an answer`)
  promise(await logIn(url, person), 'a person logs in at the new primary')
})
