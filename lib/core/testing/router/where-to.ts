import { SHARDS } from '#lib/core/shard'
import { ALIKE } from '../../../../scripts/lib/shards/tables.mjs'

/** What tells the stand-in of the router where a statement belongs: the tables of the database, and those with a shard. */
export type Catalogue = { tables: ReadonlySet<string>; sharded: ReadonlySet<string>; databases: number }

/** @property isSame every one of them does the same with the same rows; otherwise each answers its part */
export type Whither = { databases: number[]; isSame: boolean; isWrite: boolean }

const NAMED = /\b(?:FROM|JOIN|UPDATE|INTO|USING|COPY)\s+(?:ONLY\s+)?(?:"?public"?\.)?"?([a-z_]+)"?/gi
const WRITES =
  /\b(?:INSERT\s+INTO|UPDATE|DELETE\s+FROM|MERGE\s+INTO|FROM\s+STDIN|FOR\s+(?:NO\s+KEY\s+)?(?:UPDATE|SHARE|KEY\s+SHARE)|pg_advisory\w*|pg_notify)\b/i

/** Where a statement has a shard from: compared with a parameter, a list of them, or the first column of what is written. */
const PARAMETERS = [/\bshard"?\s*=\s*(?:ANY\s*\(\s*)?\$(\d+)/g, /\$(\d+)::smallint\b/g, /\(\s*"?shard"?,[^)]*\)\s*(?:VALUES\s*\(|SELECT\s+)\$(\d+)/g]
const LISTS = [/\bshard"?\s+IN\s*\(([$\d,\s]+)\)/g]
/** Rows of Prisma's, and its pairs: the shard is the first of each. */
const TUPLES = [/\("shard",[^)]*\)\s*VALUES\s*((?:\([^()]*\),?)+)/g, /\((?:"\w+"\.)*"shard",[^)]*\)\s*IN\s*\(((?:\([^()]*\),?)+)\)/g]
const LITERAL = /\bshard\s*=\s*(-?\d+)/g
/** A shard whose database is meant. */
const HINT = /^\/\* pgdog_sharding_key: (\d+) \*\//

const numbersIn = (text: string, pattern: RegExp) => [...text.matchAll(pattern)].map(([, number]) => Number(number))

function parametersIn(text: string): number[] {
  const single = PARAMETERS.flatMap((pattern) => numbersIn(text, pattern))
  const listed = LISTS.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, list = '']) => numbersIn(list, /\$(\d+)/g)))
  const tuples = TUPLES.flatMap((pattern) => [...text.matchAll(pattern)].flatMap(([, rows = '']) => numbersIn(rows, /\(\$(\d+)/g)))
  return [...single, ...listed, ...tuples]
}

export const databaseOf = (shard: number, databases: number): number => Math.min(databases - 1, Math.floor((Math.max(0, shard) * databases) / SHARDS))

/**
 * To which databases a statement goes, as the router reads it: by the shard that it says.
 * @param mayFanOut whether it may go to all of them though it says none
 * @throws Error when it says no shard and may not, or names a table that has no place
 */
export function whereTo(
  text: string,
  values: readonly unknown[],
  { tables, sharded, databases }: Catalogue,
  mayFanOut: (text: string) => boolean,
): Whither {
  const named = [...new Set([...text.matchAll(NAMED)].map(([, name = '']) => name.toLowerCase()).filter((name) => tables.has(name)))]
  const isWrite = WRITES.test(text)
  const all = Array.from({ length: databases }, (_, nth) => nth)
  const [hint] = numbersIn(text, new RegExp(HINT, 'g'))
  if (hint !== undefined) return { databases: [databaseOf(hint, databases)], isSame: false, isWrite }
  const unplaced = named.filter((name) => !sharded.has(name) && !ALIKE.includes(name))
  if (unplaced.length > 0 && !mayFanOut(text)) throw new Error(`${unplaced.join(', ')} has no place in several databases: ${text}`)
  if (named.some((name) => sharded.has(name))) {
    const said = parametersIn(text).flatMap((number) => values[number - 1])
    const shards = [...said, ...numbersIn(text, LITERAL)].filter((shard) => shard !== null && shard !== undefined).map(Number)
    if (shards.length > 0) return { databases: [...new Set(shards.map((shard) => databaseOf(shard, databases)))].sort(), isSame: false, isWrite }
    if (said.length > 0 || parametersIn(text).length > 0) return { databases: [0], isSame: false, isWrite }
    if (!mayFanOut(text)) throw new Error(`no shard is said: ${text}`)
    return { databases: all, isSame: false, isWrite }
  }
  return named.length > 0 && isWrite ? { databases: all, isSame: true, isWrite } : { databases: named.length > 0 ? [] : [0], isSame: true, isWrite }
}
