import { AsyncLocalStorage } from 'node:async_hooks'
import type pg from 'pg'
import type { Prisma } from './queryable'

/** A transaction: open as long as its work runs, then over for whatever that work left running. */
export type OpenTransaction = {
  /** Its connection. @throws Error when it is over, since the connection is another's by then */
  client(): pg.PoolClient
  tx: Prisma
}

// A process may hold this module several times, once for endpoints and once for pages, over one pool.
const shared = globalThis as typeof globalThis & { signetTransaction?: AsyncLocalStorage<OpenTransaction | undefined> }
shared.signetTransaction ??= new AsyncLocalStorage()
const surrounding = shared.signetTransaction

/** The transaction this code runs in, if a caller further up opened one. */
export const openTransaction = (): OpenTransaction | undefined => surrounding.getStore()

export const runInside = <Result>(open: OpenTransaction, work: () => Result): Result => surrounding.run(open, work)

/**
 * Runs `work` outside the open transaction, whatever becomes of that: for what must last though the transaction is undone,
 * what strangers ask together, what goes on afterwards.
 */
export const apartFromTransaction = <Result>(work: () => Result): Result => (surrounding.getStore() ? surrounding.run(undefined, work) : work())
