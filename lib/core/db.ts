import { AsyncLocalStorage } from 'node:async_hooks'
import { PrismaPg } from '@prisma/adapter-pg'
import pg from 'pg'
import { PrismaClient } from '#prisma/generated/client'
import { CopyIn, type Field } from './copy-in'
import { CopyOut } from './copy-out'
import { env } from './env'
import { UnavailableError } from './errors'
import { log } from './log'

/**
 * One pool per process, shared by Prisma (panels and management) and by prepared statements (protocol endpoints).
 * Time limits bound every wait, so a hung database becomes a 503 within seconds. Prepared statements are planned once:
 * every one of them finds its rows by unique keys, and planning a join anew costs more than running it. A plan made while
 * a table was small must still be right when it is large, so no statement may choose to read a whole table or index:
 * joins go from row to row, in the order in which they are written.
 */
const PLANS = '-c plan_cache_mode=force_generic_plan -c enable_seqscan=off -c join_collapse_limit=1 -c enable_hashjoin=off -c enable_mergejoin=off'
const SETTINGS = `${PLANS} -c lock_timeout=2000 -c statement_timeout=5000 -c idle_in_transaction_session_timeout=5000`

/** A first try that ended sooner may be followed by a second: lock_timeout and something to spare. */
const RETRY_WITHIN_MS = 2600
/** Serialization failure, deadlock, lock not available; Prisma's transaction timeouts. */
const WORTH_ONE_RETRY = new Set(['40001', '40P01', '55P03', 'P2028', 'P2034'])
/** Statement cancelled by its time limit, server shutting down or starting, too many connections, disk full. */
const UNAVAILABLE = /^(57014|57P0[1-3]|53\d{3}|08\d{3}|25P03|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|P1001|P1002|P1008|P1017)$/

type Shared = { pool: pg.Pool; prisma?: PrismaClient }
// `next dev` evaluates modules again on every change; the pool must survive that.
const shared = globalThis as typeof globalThis & { signetDatabase?: Shared }

function database(): Shared {
  if (!shared.signetDatabase) {
    const pool = new pg.Pool({
      connectionString: env().DATABASE_URL,
      max: env().DATABASE_POOL,
      connectionTimeoutMillis: 2500,
      query_timeout: 5200,
      keepAlive: true,
      options: SETTINGS,
    })
    pool.on('error', (error) => log.warn({ err: error }, 'idle database connection lost'))
    // One that is lost between two statements of a transaction says so at the next; unheard, it would end the process.
    pool.on('connect', (client) => client.on('error', (error) => log.debug({ err: error }, 'database connection lost')))
    shared.signetDatabase = { pool }
  }
  return shared.signetDatabase
}

/** Made when first used: 15 MB, which a process that only forwards mail never needs. */
function prisma(): PrismaClient {
  const opened = database()
  opened.prisma ??= new PrismaClient({ adapter: new PrismaPg(opened.pool), errorFormat: 'minimal' })
  return opened.prisma
}

export type Prisma = Pick<PrismaClient, Exclude<keyof PrismaClient, '$transaction' | '$connect' | '$disconnect' | '$on' | '$use' | '$extends'>>

/** A prepared statement: the same name always carries the same text, and its row type travels with it. */
export type Statement<Row extends object> = { name: string; text: string; row?: Row }

export const statement = <Row extends object>(name: string, text: string): Statement<Row> => ({ name, text })

/** Runs statements: on any connection of the pool, or on the one of a transaction. */
export type Queryable = {
  query<Row extends object>(statement: Statement<Row>, values: unknown[]): Promise<Row[]>
}

const runOn = (target: pg.Pool | pg.PoolClient): Queryable => ({
  async query<Row extends object>({ name, text }: Statement<Row>, values: unknown[]) {
    return (await target.query<Row & pg.QueryResultRow>({ name, text, values })).rows
  },
})

/** @throws UnavailableError when Postgres is out of reach or does not answer in time. */
export const sql: Queryable = {
  query: (statement, values) => withRetry(() => runOn(database().pool).query(statement, values)),
}

/**
 * Binary values, as fast as the connection carries them. Those up to 32 KB pass through the driver without being copied.
 * @param query yields one column; it takes no parameters, so whatever is put in must be an id of ours
 * @param take is given the value of each row; its bytes are there only while it runs
 * @returns how many rows there were
 */
export const readBytes = (query: string, take: (value: Buffer) => void): Promise<number> =>
  // Not tried again: `take` has seen some of it.
  submitted<number>((done) => new CopyOut(`COPY (${query}) TO STDOUT (FORMAT binary)`, take, done)).catch((error: unknown) => {
    throw asUnavailable(error)
  })

/**
 * Writes one row with a large binary value, as fast as the connection carries it, in a transaction of its own.
 * @param copy ends in `COPY … FROM STDIN (FORMAT binary)`
 */
export const writeBytes = (copy: string, row: readonly Field[]): Promise<void> =>
  withRetry(() => submitted<void>((done) => new CopyIn(copy, row, done)))

/** Runs what is no statement on a connection of its own. */
async function submitted<Result>(make: (done: (error: Error | undefined, result: Result) => void) => pg.Submittable): Promise<Result> {
  const client = await database().pool.connect()
  let broken: Error | undefined
  try {
    return await new Promise<Result>((resolve, reject) => {
      client.query(make((error, result) => (error ? reject(error) : resolve(result))))
    })
  } catch (error) {
    broken = error as Error
    throw error
  } finally {
    client.release(broken)
  }
}

/**
 * Runs `work` in one READ COMMITTED transaction and commits whatever it returns; a throw rolls back.
 * So a refusal that must leave a trace (a replayed code deletes its grant) is returned, and thrown after the commit.
 */
export function transaction<Result>(work: (tx: Queryable) => Promise<Result>): Promise<Result> {
  if (surrounding.getStore()) throw new Error('this transaction has a connection of its own and cannot join the surrounding one')
  return withRetry(async () => {
    const client = await database().pool.connect()
    let broken: Error | undefined
    try {
      await client.query('BEGIN')
      const result = await work(runOn(client))
      await client.query('COMMIT')
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
  })
}

/** The Prisma transaction this code runs in, if a caller further up opened one. */
const surrounding = new AsyncLocalStorage<Prisma>()

/**
 * The same promise for Prisma's client. Inside another one it joins it: the whole stands or falls with the outermost,
 * so a use-case becomes part of a larger change without knowing.
 */
export function prismaTransaction<Result>(work: (tx: Prisma) => Promise<Result>): Promise<Result> {
  const joined = surrounding.getStore()
  if (joined) return work(joined)
  return withRetry(() => prisma().$transaction((tx) => surrounding.run(tx, () => work(tx)), { maxWait: 2500, timeout: 5000 }))
}

/** Inside a transaction: a throw undoes what `work` did, and nothing that came before. */
export async function undoneByThrow<Result>(tx: Prisma, work: () => Promise<Result>): Promise<Result> {
  await tx.$executeRaw`SAVEPOINT before_work`
  try {
    return await work()
  } catch (error) {
    await tx.$executeRaw`ROLLBACK TO SAVEPOINT before_work`
    throw error
  }
}

/** Any single Prisma call, with the same retry and the same 503; inside a transaction, one of its statements. */
export function withDatabase<Result>(work: (db: Prisma) => Promise<Result>): Promise<Result> {
  const joined = surrounding.getStore()
  return joined ? work(joined) : withRetry(() => work(prisma()))
}

async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } catch (error) {
    if (!WORTH_ONE_RETRY.has(databaseCode(error))) throw asUnavailable(error)
    // What took long would take as long again, and nobody waits that long for a 503.
    if (performance.now() - began > RETRY_WITHIN_MS) throw new UnavailableError({ cause: error })
  }
  return work().catch((error: unknown) => {
    throw WORTH_ONE_RETRY.has(databaseCode(error)) ? new UnavailableError({ cause: error }) : asUnavailable(error)
  })
}

/** SQLSTATE, Prisma or system code of an error, however deep the driver wrapped it; '' when it has none. */
export function databaseCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { code, cause, meta } = error as { code?: unknown; cause?: unknown; meta?: { driverAdapterError?: unknown } }
  const originalCode = (error as { originalCode?: unknown }).originalCode
  if (typeof originalCode === 'string') return originalCode
  return databaseCode(meta?.driverAdapterError) || databaseCode(cause) || (typeof code === 'string' ? code : '')
}

const asUnavailable = (error: unknown): unknown => (isOutOfReach(error) ? new UnavailableError({ cause: error }) : error)

const isOutOfReach = (error: unknown): boolean =>
  UNAVAILABLE.test(databaseCode(error)) ||
  (error instanceof Error && /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/i.test(error.message))

/** Connections of this process by what they do; nothing before the first query. */
export function poolSizes(): Record<string, number> {
  const pool = shared.signetDatabase?.pool
  return pool ? { used: pool.totalCount - pool.idleCount, idle: pool.idleCount, awaited: pool.waitingCount } : {}
}

export async function closeDatabase(): Promise<void> {
  const open = shared.signetDatabase
  shared.signetDatabase = undefined
  await open?.prisma?.$disconnect()
  await open?.pool.end()
}
