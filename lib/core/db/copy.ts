import type pg from 'pg'
import { CopyIn, type Field } from './copy-in'
import { CopyOut } from './copy-out'
import { asUnavailable, withRetry } from './failures'
import { openTransaction } from './open-transaction'
import { withConnection } from './pool'

/**
 * Binary values, as fast as the connection carries them. Those up to 32 KB pass through the driver without being copied.
 * @param query yields one column; it takes no parameters, so whatever is put in must be an id of ours
 * @param take is given the value of each row; its bytes are there only while it runs
 * @returns how many rows there were
 */
export const readBytes = (query: string, take: (value: Buffer) => void): Promise<number> =>
  // Not tried again: `take` has seen some of it.
  copied<number>((done) => new CopyOut(`COPY (${query}) TO STDOUT (FORMAT binary)`, take, done)).catch((error: unknown) => {
    throw asUnavailable(error)
  })

/**
 * Writes one row with a large binary value, as fast as the connection carries it, in the open transaction or one of its own.
 * @param copy ends in `COPY … FROM STDIN (FORMAT binary)`
 */
export function writeBytes(copy: string, row: readonly Field[]): Promise<void> {
  const write = () => copied<void>((done) => new CopyIn(copy, row, done))
  return openTransaction() ? write() : withRetry(write)
}

function copied<Result>(make: (done: (error: Error | undefined, result: Result) => void) => pg.Submittable): Promise<Result> {
  const copy = (client: pg.PoolClient) =>
    new Promise<Result>((resolve, reject) => {
      client.query(make((error, result) => (error ? reject(error) : resolve(result))))
    })
  const open = openTransaction()
  return open ? copy(open.client()) : withConnection(copy)
}
