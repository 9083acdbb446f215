import { randomBytes } from 'node:crypto'
import { migrate } from '../../../../scripts/lib/migrate.mjs'
import { createDatabase } from '../../../../scripts/lib/postgres/running-server.mjs'
import { askOnce } from './ask-once'

/** Databases with the whole schema and nothing in them. @returns their URLs */
export async function emptyDatabases(serverUrl: string, count: number): Promise<string[]> {
  const name = `shard_${randomBytes(6).toString('hex')}`
  const first = await createDatabase(serverUrl, `${name}_0`)
  await migrate(first)
  const others = Array.from({ length: count - 1 }, (_, nth) => `${name}_${nth + 1}`)
  await askOnce(serverUrl, async (client) => {
    for (const other of others) await client.query(`CREATE DATABASE ${other} TEMPLATE ${name}_0`)
  })
  return [first, ...others.map((other) => Object.assign(new URL(first), { pathname: `/${other}` }).href)]
}
