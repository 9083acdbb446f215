import { setTimeout as pause } from 'node:timers/promises'
import { expect, it } from 'vitest'
import { sql, statement, transaction } from './db'
import { UnavailableError } from './errors'

const OWN_PID = statement<{ pid: number }>('test_own_pid', 'SELECT pg_backend_pid() AS pid')
const END = statement<object>('test_end_connection', 'SELECT pg_terminate_backend($1)')

it('outlives a connection that is lost between two statements of a transaction', async () => {
  const interrupted = transaction(async (tx) => {
    const pid = (await tx.query(OWN_PID, []))[0]?.pid
    await sql.query(END, [pid])
    await pause(200)
    await tx.query(OWN_PID, [])
  })
  await expect(interrupted).rejects.toBeInstanceOf(UnavailableError)
  expect(await sql.query(OWN_PID, [])).toHaveLength(1)
})
