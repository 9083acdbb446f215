import path from 'node:path'
import pg from 'pg'
import { SESSION_SETTINGS } from '#lib/core/db'
import { findPending } from '../../core/db/migrate.mjs'

const TIMEOUT_MS = 10_000

const FACTS = `
  SELECT current_setting('server_version') AS version, current_setting('server_version_num')::int AS number, current_user AS role,
         current_setting('is_superuser') = 'on' AS "isSuperuser", pg_is_in_recovery() AS "isStandby",
         has_schema_privilege(current_schema(), 'CREATE') AS "mayCreate", current_setting('server_encoding') AS encoding,
         current_setting('max_connections')::int - current_setting('superuser_reserved_connections')::int AS connections,
         current_setting('fsync') = 'on' AND current_setting('full_page_writes') = 'on' AS "isCrashSafe",
         current_setting('synchronous_commit') <> 'off' AS "isDurable", clock_timestamp() AS now,
         coalesce((SELECT ssl FROM pg_stat_ssl WHERE pid = pg_backend_pid()), false) AS "isEncrypted",
         pg_backend_pid() AS "backend", to_regclass('_prisma_migrations') IS NOT NULL AS "hasMigrations"`

const SETTINGS = `SELECT name, current_setting(name) AS value FROM unnest($1::text[]) AS name`

export type DatabaseFacts = {
  version: string
  number: number
  role: string
  isSuperuser: boolean
  isStandby: boolean
  mayCreate: boolean
  encoding: string
  connections: number
  isCrashSafe: boolean
  isDurable: boolean
  isEncrypted: boolean
  now: Date
  /** Milliseconds that the question took. */
  took: number
  /** A pooler stands in between: who answers is not who was connected to. */
  isPooled: boolean
  /** What was prepared on a connection is there at its next question, too. */
  keepsPrepared: boolean
  /** Settings that a connection begins with and that are not ours. */
  foreignSettings: string[]
  pending: string[]
}

/**
 * Reads what there is to know of a database on a connection of its own, without changing anything.
 * @throws what `pg` says, or MigrationFault
 */
export async function readDatabaseFacts(connectionString: string): Promise<DatabaseFacts> {
  const client = new pg.Client({ connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS })
  client.on('error', () => {})
  try {
    await client.connect()
    const began = performance.now()
    const { hasMigrations, backend, ...facts } = (await client.query(FACTS)).rows[0]
    const took = performance.now() - began
    const settings = (await client.query(SETTINGS, [Object.keys(SESSION_SETTINGS)])).rows
    const foreignSettings = settings
      .filter(({ name, value }) => SESSION_SETTINGS[name as keyof typeof SESSION_SETTINGS] !== value)
      .map(({ name }) => name)
    const isPooled = (client as unknown as { processID: number }).processID !== backend
    const folder = path.resolve('prisma', 'migrations')
    const pending = hasMigrations ? await findPending(client, folder) : await findPending({ query: async () => ({ rows: [] }) }, folder)
    const keepsPrepared = !isPooled || (await isPreparedKept(connectionString))
    return { ...facts, took, isPooled, keepsPrepared, foreignSettings, pending: pending.map(({ name }) => name) }
  } finally {
    await client.end().catch(() => {})
  }
}

const PREPARED = { name: 'signet_check', text: 'SELECT 1' }
const IS_UNKNOWN = '26000'

/** A pooler may answer each transaction from another server: one that another client holds meanwhile is not the one that prepared it. */
async function isPreparedKept(connectionString: string): Promise<boolean> {
  const settings = { connectionString, connectionTimeoutMillis: TIMEOUT_MS, query_timeout: TIMEOUT_MS }
  const [one, other] = [new pg.Client(settings), new pg.Client(settings)]
  try {
    for (const client of [one, other]) {
      client.on('error', () => {})
      await client.connect()
    }
    await one.query(PREPARED)
    await other.query('BEGIN')
    await one.query(PREPARED)
    return true
  } catch (error) {
    if ((error as { code?: string }).code === IS_UNKNOWN) return false
    throw error
  } finally {
    await Promise.all([one.end().catch(() => {}), other.end().catch(() => {})])
  }
}
