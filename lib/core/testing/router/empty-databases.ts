import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { migrate } from '../../../../scripts/lib/migrate.mjs'
import { createDatabase } from '../../../../scripts/lib/postgres/running-server.mjs'

/** Databases with the whole schema and nothing in them. @returns their URLs */
export async function emptyDatabases(serverUrl: string, count: number): Promise<string[]> {
  const name = `shard_${randomBytes(6).toString('hex')}`
  const first = await createDatabase(serverUrl, `${name}_0`)
  await migrate(first)
  const others = Array.from({ length: count - 1 }, (_, nth) => `${name}_${nth + 1}`)
  await asked(serverUrl, async (client) => {
    for (const other of others) await client.query(`CREATE DATABASE ${other} TEMPLATE ${name}_0`)
  })
  return [first, ...others.map((other) => Object.assign(new URL(first), { pathname: `/${other}` }).href)]
}

export async function asked<Answer>(connectionString: string, ask: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return ask(client).finally(() => client.end())
}
