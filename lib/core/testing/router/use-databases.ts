import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { openPool, usePool } from '#lib/core/db/pool'
import { migrate } from '../../../../scripts/lib/migrate.mjs'
import { createDatabase } from '../../../../scripts/lib/postgres/running-server.mjs'
import { mayFanOut } from './may-fan-out'
import { RouterPool } from './router-pool'
import type { Catalogue } from './where-to'

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

/** From now on this process talks to all of them as through the router. To be called before anything else asks Postgres. */
export async function useDatabases(urls: string[]): Promise<RouterPool> {
  const router = new RouterPool(urls.map(openPool), await catalogueOf(urls), mayFanOut)
  usePool(router)
  return router
}

const catalogueOf = ([first = '', ...others]: string[]): Promise<Catalogue> =>
  asked(first, async (client) => {
    const { rows } = await client.query<{ name: string; has_shard: boolean }>(
      `SELECT relname AS name, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND attname = 'shard') AS has_shard
       FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    )
    const names = (wanted: typeof rows) => new Set(wanted.map(({ name }) => name))
    return { tables: names(rows), sharded: names(rows.filter((row) => row.has_shard)), databases: 1 + others.length }
  })

async function asked<Answer>(connectionString: string, ask: (client: pg.Client) => Promise<Answer>): Promise<Answer> {
  const client = new pg.Client({ connectionString })
  await client.connect()
  return ask(client).finally(() => client.end())
}
