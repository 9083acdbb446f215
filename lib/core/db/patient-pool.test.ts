import { afterAll, expect, it } from 'vitest'
import { closeDatabase } from '../db'
import { env } from '../env'
import { isOutOfReach } from './failures'
import { openPool } from './pool'

afterAll(closeDatabase)

/** Keeps the process from everything else, as drawing a page does. */
function beBusy(milliseconds: number) {
  const until = performance.now() + milliseconds
  while (performance.now() < until);
}

it('who waits for a connection is not refused because this process was busy with something else meanwhile', async () => {
  const pool = openPool(env().DATABASE_URL, { max: 1, patienceMs: 1000, connectionTimeoutMillis: 5000 })
  const held = await pool.connect()
  const answered = held.query('SELECT 1').then(() => held.release())
  const waiting = Promise.all([pool.query('SELECT 1'), pool.query('SELECT 1')])
  await new Promise(setImmediate)
  beBusy(1100)
  await expect(waiting).resolves.toHaveLength(2)
  await answered
  await pool.end()
})

it('nobody waits for a connection for good, and one that comes too late goes back', async () => {
  const pool = openPool(env().DATABASE_URL, { max: 1, patienceMs: 1000, connectionTimeoutMillis: 5000 })
  const held = await pool.connect()
  const late = pool.connect()
  expect(isOutOfReach(await late.then(String, (error: unknown) => error))).toBe(true)
  held.release()
  const next = await pool.connect()
  expect((await next.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }])
  next.release()
  expect(pool.totalCount).toBe(1)
  await pool.end()
})
