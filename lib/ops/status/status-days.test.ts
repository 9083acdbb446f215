import { afterAll, beforeEach, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { noteStatus, readStatusDays } from './store'

afterAll(closeDatabase)

const ask = (name: string, text: string) => sql.query(statement<Record<string, unknown>>(`test_${name}`, text), [])

const clear = () => ask('clear_status', 'DELETE FROM status_days')
/** As if everything noted so far had been a minute ago. */
const aMinutePasses = () => ask('age_status', `UPDATE status_days SET last_minute = last_minute - interval '1 minute'`)

beforeEach(clear)

const all = (standing: 'up' | 'slow' | 'down') => (['service', 'mail', 'verifications'] as const).map((name) => ({ name, standing }))

it('a minute counts once however many processes note it at the same moment, and the next one again', async () => {
  await Promise.all(Array.from({ length: 8 }, () => noteStatus(all('up'))))
  const counted = async () => {
    const rows = await readStatusDays()
    return ['service', 'mail', 'verifications'].map((part) =>
      rows.filter((row) => row.part === part).reduce((sum, { up, slow }) => sum + up + slow, 0),
    )
  }
  const [before = 0] = await counted()
  // Where the minute turned between two of them it is two.
  expect(before).toBeGreaterThanOrEqual(1)
  expect(before).toBeLessThanOrEqual(2)
  await aMinutePasses()
  await noteStatus(all('slow'))
  expect((await counted())[0]).toBeGreaterThan(before)
})

it('what is down is noted as down and is no minute that worked', async () => {
  await noteStatus(all('down'))
  expect((await readStatusDays()).map(({ up, slow }) => up + slow)).toEqual([0, 0, 0])
})

it('there is no column for anybody', async () => {
  const columns = await ask('status_columns', `SELECT column_name FROM information_schema.columns WHERE table_name = 'status_days'`)
  expect(columns.map(({ column_name }) => column_name).toSorted()).toEqual(
    ['shard', 'day', 'part', 'first_minute', 'last_minute', 'up', 'slow', 'down', 'expires_at'].toSorted(),
  )
})
