import { pathToFileURL } from 'node:url'
import { emptyDatabases } from '../../lib/core/testing/router/empty-databases'
import { bundleInto } from '../../scripts/lib/bundle.mjs'
import { inProject } from '../../scripts/lib/root.mjs'

/**
 * So many databases instead of one: every program that is started with these settings, and every one that it starts, talks to all of
 * them through the stand-in of the router.
 * @param serverUrl of the Postgres on which they are made
 */
export async function severalDatabases(serverUrl: string, count: number): Promise<Record<string, string>> {
  await bundleInto('dist/router', { preload: 'lib/core/testing/router/preload.ts' })
  const urls = await emptyDatabases(serverUrl, count)
  return {
    DATABASE_URL: urls[0] as string,
    SHARD_DATABASES: urls.join(' '),
    SHARD_PRIMARIES: String(count),
    NODE_OPTIONS: `--import=${pathToFileURL(inProject('dist', 'router', 'preload.mjs')).href}`,
  }
}
