import type pg from 'pg'
import { env } from '../env'
import { log } from '../log'
import { PatientPool } from './patient-pool'

/**
 * Time limits bound every wait, so a hung database becomes a 503 within seconds. Prepared statements are planned once:
 * every one of them finds its rows by unique keys, and planning a join anew costs more than running it. A plan made while
 * a table was small must still be right when it is large, so no statement may choose to read a whole table or index:
 * joins go from row to row, in the order in which they are written.
 */
export const SESSION_SETTINGS = {
  TimeZone: 'UTC',
  plan_cache_mode: 'force_generic_plan',
  enable_seqscan: 'off',
  join_collapse_limit: '1',
  enable_hashjoin: 'off',
  enable_mergejoin: 'off',
  lock_timeout: '2s',
  statement_timeout: '5s',
  idle_in_transaction_session_timeout: '5s',
} as const

/** Said on the connection, since poolers take no `options` at its start. */
const SET_ALL = Object.entries(SESSION_SETTINGS)
  .map(([name, value]) => `SET ${name} = '${value}'`)
  .join('; ')

type Opened = { pool: pg.Pool; onClose: (() => Promise<void>)[] }
// `next dev` evaluates modules again on every change; the pool must survive that.
const shared = globalThis as typeof globalThis & { signetDatabase?: Opened }

/** @property patienceMs how long somebody waits for a connection @property connectionTimeoutMillis how long one may take to be opened */
type PoolLimits = { max: number; patienceMs: number; connectionTimeoutMillis: number }

export function openPool(connectionString: string, limits: Partial<PoolLimits> = {}): pg.Pool {
  const { patienceMs, ...sizes } = { max: env().DATABASE_POOL, patienceMs: 2500, connectionTimeoutMillis: 6000, ...limits }
  const config: pg.PoolConfig = {
    ...sizes,
    connectionString,
    query_timeout: 5200,
    keepAlive: true,
    onConnect: async (client) => {
      await client.query(SET_ALL)
    },
  }
  const pool = new PatientPool(config, patienceMs)
  pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
  // One that is lost between two statements of a transaction says so at the next; unheard, it would end the process.
  pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'database connection lost')))
  return pool
}

function opened(): Opened {
  shared.signetDatabase ??= { pool: openPool(env().DATABASE_URL), onClose: [] }
  return shared.signetDatabase
}

/** For tests: all that talks to Postgres talks through this pool from now on. */
export function replacePool(pool: pg.Pool): void {
  shared.signetDatabase = { pool, onClose: [] }
}

/** One pool per process, made when first used; all that talks to Postgres talks through it. */
export const connectionPool = (): pg.Pool => opened().pool

/** Runs `work` with a connection of its own. One whose work failed is thrown away. */
export async function withConnection<Result>(work: (client: pg.PoolClient) => Promise<Result>): Promise<Result> {
  const client = await connectionPool().connect()
  let broken: Error | undefined
  try {
    return await work(client)
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

/** @param close what must be closed before the pool */
export const closeBeforePool = (close: () => Promise<void>) => opened().onClose.push(close)

/** Connections of this process by what they do; nothing before the first query. */
export function poolSizes(): Record<string, number> {
  const pool = shared.signetDatabase?.pool
  return pool ? { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, awaited: pool.waitingCount } : {}
}

export async function closeDatabase(): Promise<void> {
  const open = shared.signetDatabase
  shared.signetDatabase = undefined
  for (const close of open?.onClose ?? []) await close()
  await open?.pool.end()
}
