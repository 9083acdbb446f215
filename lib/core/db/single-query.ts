import { withRetry } from './failures'
import { openTransaction } from './open-transaction'
import { connectionPool } from './pool'
import { prisma } from './prisma'
import type { Prisma, Queryable } from './queryable'
import { runOn } from './statement'

/**
 * A statement of the open transaction, or by itself when there is none.
 * @throws UnavailableError when Postgres is out of reach or does not answer in time.
 */
export const sql: Queryable = {
  query(statement, values) {
    const open = openTransaction()
    return open ? open.tx.query(statement, values) : withRetry(() => runOn(connectionPool(), statement, values))
  },
}

/** Any single Prisma call, with the same retry and the same 503; inside a transaction, one of its statements. */
export function withDatabase<Result>(work: (db: Prisma) => Promise<Result>): Promise<Result> {
  const open = openTransaction()
  return open ? work(open.tx) : withRetry(() => work(besideStatements()))
}

const besideStatements = (): Prisma =>
  new Proxy(prisma() as unknown as Prisma, { get: (client, name) => (name === 'query' ? sql.query : Reflect.get(client, name)) })
