import { afterAll, beforeAll, expect, it } from 'vitest'
import { closeDatabase } from '#lib/core/db'
import { purgeExpired } from '#lib/purge/purge-expired'
import { dnsRecords } from '../dns-records'
import { useOwnDatabase } from '../testing/own-database'
import { ask } from '../testing/queue'
import { dkimRecord } from './dkim-keys'
import { rotateDkimKey } from './rotate-dkim-key'

beforeAll(useOwnDatabase)
afterAll(closeDatabase)

const nowhere = async () => {
  throw new Error('ENOTFOUND')
}

const dkimNames = async () => (await dnsRecords()).filter(({ name }) => name.includes('._domainkey.')).map(({ name }) => name)

it('a new key signs only once its records can be seen, and the record of the old one is wanted for a week longer', async () => {
  const old = await dkimRecord('alias.localhost')
  const made = await rotateDkimKey({ readTxt: nowhere })
  if (made.outcome !== 'made') throw new Error(made.outcome)
  expect(made.records.map(({ name }) => name.replace(/^.*_domainkey\./, '')).sort()).toEqual(['alias.localhost', 'localhost'])
  expect(await dkimRecord('alias.localhost')).toEqual(old)

  const published = new Map(made.records.map(({ name, value }) => [name, value]))
  const [first] = made.records
  const half = async (name: string) => (name === first?.name ? [first.value] : nowhere())
  expect(await rotateDkimKey({ readTxt: half })).toEqual({ outcome: 'unpublished', records: made.records.slice(1) })
  const forged = async (name: string) => [published.get(name)?.replace(/p=.{8}/, 'p=AAAAAAAA') ?? '']
  expect(await rotateDkimKey({ readTxt: forged })).toMatchObject({ outcome: 'unpublished' })
  expect(await dkimRecord('alias.localhost')).toEqual(old)

  const switched = await rotateDkimKey({ readTxt: async (name) => [published.get(name) ?? ''] })
  expect(switched).toMatchObject({ outcome: 'switched', oldUntil: expect.any(Date) })
  expect(published.has((await dkimRecord('alias.localhost')).name)).toBe(true)
  expect(await dkimNames()).toEqual(expect.arrayContaining([old.name, ...published.keys()]))

  await ask(`UPDATE dkim_keys SET expires_at = clock_timestamp() WHERE expires_at IS NOT NULL`)
  await purgeExpired(new AbortController().signal)
  expect(await dkimNames()).not.toContain(old.name)
})
