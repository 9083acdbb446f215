/** Reaches the embedded server: its URLs, whether it answers yet, and databases made on demand. */
import { SUPERUSER } from './cluster.mjs'

const NOT_READY_YET = new Set(['57P03', 'ECONNREFUSED', 'ECONNRESET'])

export const urlFor = ({ port, password }, database) => `postgresql://${SUPERUSER}:${password}@127.0.0.1:${port}/${database}`

/** @returns {Promise<'ready' | 'starting' | 'foreign'>} foreign: something else listens, or nothing does that knows the password. */
export async function probe(address) {
  try {
    await withClient(urlFor(address, 'postgres'), () => {})
    return 'ready'
  } catch (error) {
    return NOT_READY_YET.has(error.code) ? 'starting' : 'foreign'
  }
}

export function createDatabase(address, name) {
  return withClient(urlFor(address, 'postgres'), async (client) => {
    const { rowCount } = await client.query('select 1 from pg_database where datname = $1', [name])
    if (rowCount === 0) await client.query(`create database ${client.escapeIdentifier(name)}`)
  })
}

async function withClient(connectionString, use) {
  // Imported late: on a fresh machine this file is loaded before the packages are installed.
  const { default: pg } = await import('pg')
  const client = new pg.Client({ connectionString })
  client.on('error', () => {})
  try {
    await client.connect()
    return await use(client)
  } finally {
    await client.end().catch(() => {})
  }
}
