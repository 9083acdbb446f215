/**
 * Applies prisma/migrations in order, with the bookkeeping of Prisma's own command line, which so finds the
 * database up to date. Several programs may start at once: the lock, Prisma's own, lets one of them do it.
 */
import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { explainConnection } from './explain-connection.mjs'

/** @typedef {{name: string, sql: string, checksum: string}} Migration */
/** @typedef {import('pg').Client} Client */

const PRISMA_LOCK = 72_707_369

/** The database cannot be brought up to date; the message says why and what to do. */
export class MigrationFault extends Error {}

const BOOKKEEPING = `
  create table if not exists _prisma_migrations (
    id varchar(36) primary key not null,
    checksum varchar(64) not null,
    finished_at timestamptz,
    migration_name varchar(255) not null,
    logs text,
    rolled_back_at timestamptz,
    started_at timestamptz not null default now(),
    applied_steps_count integer not null default 0
  )`

/**
 * @param {string} databaseUrl
 * @param {string} folder of the migrations
 * @returns {Promise<string[]>} the names of the migrations applied now.
 * @throws MigrationFault
 */
export async function applyMigrations(databaseUrl, folder) {
  const client = await connect(databaseUrl)
  try {
    await client.query('select pg_advisory_lock($1)', [PRISMA_LOCK])
    await client.query(BOOKKEEPING).catch((error) => {
      throw new MigrationFault(explainConnection(error))
    })
    const pending = await findPending(client, folder)
    for (const migration of pending) await apply(client, migration)
    return pending.map(({ name }) => name)
  } finally {
    await client.end().catch(() => {})
  }
}

/**
 * @param {{query(text: string): Promise<{rows: any[]}>}} client of a database with the table of migrations
 * @param {string} folder
 */
export async function findPending(client, folder) {
  const { rows } = await client.query('select migration_name, checksum, finished_at from _prisma_migrations where rolled_back_at is null')
  const known = new Map(rows.map((row) => [row.migration_name, row]))
  return readMigrations(folder).filter((migration) => !isApplied(migration, known.get(migration.name)))
}

/** @param {string} connectionString */
async function connect(connectionString) {
  // Imported late: on a fresh machine this file is loaded before the packages are installed.
  const { default: pg } = await import('pg')
  try {
    const client = new pg.Client({ connectionString })
    await client.connect()
    return client
  } catch (error) {
    throw new MigrationFault(explainConnection(error))
  }
}

/** @param {string} dir */
function readMigrations(dir) {
  if (!existsSync(dir)) return []
  const names = readdirSync(dir, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => entry.name)
  return names.sort().map((name) => {
    const sql = readFileSync(path.join(dir, name, 'migration.sql'), 'utf8')
    return { name, sql, checksum: createHash('sha256').update(sql).digest('hex') }
  })
}

/**
 * @param {Migration} migration
 * @param {{checksum: string, finished_at: Date | null} | undefined} row
 */
function isApplied({ name, checksum }, row) {
  if (!row) return false
  if (!row.finished_at) {
    throw new MigrationFault(
      `Migration ${name} failed earlier: repair the database, then \`npm run prisma -- migrate resolve --rolled-back ${name}\`.`,
    )
  }
  if (row.checksum !== checksum) {
    throw new MigrationFault(`Migration ${name} was changed after it was applied: restore its file and put the change into a new migration.`)
  }
  return true
}

/** @param {Client} client @param {Migration} migration */
async function apply(client, { name, sql, checksum }) {
  await client.query('begin')
  try {
    await client.query(sql)
    await client.query(
      `insert into _prisma_migrations (id, checksum, migration_name, finished_at, applied_steps_count)
       values (gen_random_uuid()::text, $1, $2, clock_timestamp(), 1)`,
      [checksum, name],
    )
    await client.query('commit')
  } catch (error) {
    await client.query('rollback').catch(() => {})
    throw new MigrationFault(`Migration ${name} failed and was undone (${/** @type {Error} */ (error).message}): correct it and try again.`)
  }
}
