/** Which tables are where once there are several databases, as the schema has it. */
import { readFileSync } from 'node:fs'
import { inProject } from '../root.mjs'

/** What every database has alike: it changes seldom, and nothing in it counts or is good once. */
export const ALIKE = ['api_keys', 'app_logos', 'apps', 'companies', 'dkim_keys', 'signing_keys', 'test_secrets', 'trust_anchors']

/** @returns {{ sharded: string[], alike: string[], unplaced: string[] }} names in the database, each kind sorted; a table is to have a place */
export function readTables(schema = readFileSync(inProject('prisma', 'schema.prisma'), 'utf8')) {
  const models = [...schema.matchAll(/^model \w+ \{(.*?)^\}/gms)].map(([, body = '']) => ({
    name: /@@map\("(\w+)"\)/.exec(body)?.[1] ?? '',
    hasShard: /^ {2}shard\s+Int\s+@db\.SmallInt/m.test(body),
  }))
  const names = (/** @type {(model: typeof models[number]) => boolean} */ wanted) =>
    models
      .filter(wanted)
      .map(({ name }) => name)
      .sort()
  return {
    sharded: names(({ hasShard }) => hasShard),
    alike: names(({ name }) => ALIKE.includes(name)),
    unplaced: names(({ name, hasShard }) => !hasShard && !ALIKE.includes(name)),
  }
}
