import { expect, it } from 'vitest'
import { env } from '#lib/core/env'
import { checkDatabase, judgeDatabase } from './check-database'
import { type DatabaseFacts, readDatabaseFacts } from './database-store'

const now = new Date()
const here = { ours: now.getTime(), connections: 30 }
const facts: DatabaseFacts = {
  version: '18.1',
  number: 180_001,
  role: 'signet',
  isSuperuser: false,
  isStandby: false,
  mayCreate: true,
  encoding: 'UTF8',
  connections: 97,
  isCrashSafe: true,
  isDurable: true,
  isEncrypted: true,
  now,
  took: 3,
  isPooled: false,
  keepsPrepared: true,
  foreignSettings: [],
  pending: [],
}

it('a database as it should be is one good line', () => {
  expect(judgeDatabase(facts, here)).toEqual([
    { subject: 'database', look: 'good', text: 'Postgres 18.1 as signet, TLS, up to date, clock 0 ms apart' },
  ])
})

it.each<[string, Partial<DatabaseFacts>, string]>([
  ['too old', { number: 140_011, version: '14.11' }, 'bad'],
  ['a standby', { isStandby: true }, 'bad'],
  ['of another encoding', { encoding: 'LATIN1' }, 'bad'],
  ['not ours to make tables in', { mayCreate: false, pending: ['1_first'] }, 'bad'],
  ['behind a pooler that loses what was prepared', { isPooled: true, keepsPrepared: false }, 'bad'],
  ['lost by a crash', { isCrashSafe: false }, 'warn'],
  ['forgetful', { isDurable: false }, 'warn'],
  ['used as a superuser', { isSuperuser: true }, 'warn'],
  ['of another time', { now: new Date(here.ours - 60_000) }, 'warn'],
  ['behind a pooler without its settings', { isPooled: true, foreignSettings: ['plan_cache_mode'] }, 'warn'],
  ['too small', { connections: 20 }, 'warn'],
])('one that is %s is said to be so in one sentence', (_, change, look) => {
  const findings = judgeDatabase({ ...facts, ...change }, here).filter((finding) => finding.look !== 'good')
  expect(findings.map((finding) => finding.look)).toEqual([look])
  expect(findings[0]?.text).toMatch(/^[^\n]+$/)
})

it('reads all of it from a real one and changes nothing', async () => {
  const [found] = await checkDatabase(env())
  expect(found).toMatchObject({ look: 'good', text: expect.stringMatching(/^Postgres \d+.* up to date, clock \d+ ms apart$/) })
  expect((await readDatabaseFacts(env().DATABASE_URL)).pending).toEqual([])
})

it('says of a wrong password that it is wrong, and does not show it', async () => {
  const url = new URL(env().DATABASE_URL)
  url.password = 'not-the-password'
  const findings = await checkDatabase({ ...env(), DATABASE_URL: url.href })
  expect(findings).toEqual([{ subject: 'database', look: 'bad', text: 'the user name or the password is wrong' }])
})
