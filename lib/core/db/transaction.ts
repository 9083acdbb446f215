import type pg from 'pg'
import { isOutOfReach, withRetry } from './failures'
import { type OpenTransaction, openTransaction, runInside } from './open-transaction'
import { connectionPool } from './pool'
import { loadPrisma } from './prisma'
import { PrismaInside, PrismaNotLoadedError } from './prisma-inside'
import type { Prisma } from './queryable'
import { runOn, statement } from './statement'

/**
 * Runs `work` in one READ COMMITTED transaction and commits whatever it returns; a throw rolls back.
 * So a refusal that must leave a trace (a replayed code deletes its grant) is returned, and thrown after the commit.
 * Inside another one it joins it: the whole stands or falls with the outermost, so a use-case becomes part of a larger
 * change without knowing.
 */
export function transaction<Result>(work: (tx: Prisma) => Promise<Result>): Promise<Result> {
  const open = openTransaction()
  if (!open) return withRetry(() => begin(work))
  open.client()
  return work(open.tx)
}

async function begin<Result>(work: (tx: Prisma) => Promise<Result>): Promise<Result> {
  try {
    return await attempt(work)
  } catch (error) {
    if (!(error instanceof PrismaNotLoadedError)) throw error
    await loadPrisma()
    return attempt(work)
  }
}

async function attempt<Result>(work: (tx: Prisma) => Promise<Result>): Promise<Result> {
  const client = await connectionPool().connect()
  let broken: Error | undefined
  try {
    await client.query('BEGIN')
    const result = await whileOpen(client, work)
    await commit(client)
    return result
  } catch (error) {
    // A connection that did not answer is thrown away: asking it to roll back would take as long once more.
    if (isOutOfReach(error)) broken = error as Error
    else {
      await client.query('ROLLBACK').catch((failure: Error) => {
        broken = failure
      })
    }
    throw error
  } finally {
    client.release(broken)
  }
}

async function whileOpen<Result>(connection: pg.PoolClient, work: (tx: Prisma) => Promise<Result>): Promise<Result> {
  let isOver = false
  const client = () => {
    if (isOver) throw new Error('a query was asked in a transaction that is over')
    return connection
  }
  const inside = new PrismaInside(() => open)
  const open: OpenTransaction = { client, tx: inside.beside(async (asked, values) => runOn(client(), asked, values)) }
  try {
    return await runInside(open, () => work(open.tx))
  } finally {
    isOver = true
    await inside.leave()
  }
}

/** Work that went on after a failed statement has done nothing, and Postgres says so with the word it answers. */
async function commit(client: pg.PoolClient): Promise<void> {
  const { command } = await client.query('COMMIT')
  if (command !== 'COMMIT') throw new Error('a statement of the transaction failed and its failure was passed over')
}

const SAVEPOINT = statement<object>('savepoint', 'SAVEPOINT before_work')
const UNDO = statement<object>('undo_to_savepoint', 'ROLLBACK TO SAVEPOINT before_work')

/** Inside a transaction: a throw undoes what `work` did, and nothing that came before. */
export async function undoneByThrow<Result>(tx: Prisma, work: () => Promise<Result>): Promise<Result> {
  await tx.query(SAVEPOINT, [])
  try {
    return await work()
  } catch (error) {
    await tx.query(UNDO, [])
    throw error
  }
}
