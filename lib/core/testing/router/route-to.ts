import { openPool, replacePool } from '#lib/core/db/pool'
import { askOnce } from './ask-once'
import { mayFanOut } from './may-fan-out'
import { RouterPool } from './router-pool'
import type { Catalogue } from './where-to'

/**
 * From now on this process talks to all of them as through the router. To be called before anything else asks Postgres.
 * @param isLooking whether a test looks for something itself, wherever it is
 */
export async function routeTo(urls: string[], isLooking = () => false): Promise<RouterPool> {
  const router = new RouterPool(urls, openPool, await catalogueOf(urls), (text, name) => isLooking() || mayFanOut(text, name))
  replacePool(router)
  return router
}

const catalogueOf = ([first = '', ...others]: string[]): Promise<Catalogue> =>
  askOnce(first, async (client) => {
    const { rows } = await client.query<{ name: string; has_shard: boolean }>(
      `SELECT relname AS name, EXISTS (SELECT FROM pg_attribute a WHERE a.attrelid = c.oid AND attname = 'shard') AS has_shard
       FROM pg_class c WHERE relkind IN ('r', 'p') AND relnamespace = 'public'::regnamespace`,
    )
    const names = (wanted: typeof rows) => new Set(wanted.map(({ name }) => name))
    return { tables: names(rows), sharded: names(rows.filter((row) => row.has_shard)), databases: 1 + others.length }
  })
