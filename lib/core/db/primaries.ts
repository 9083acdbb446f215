import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from '../env'
import { oneThatAnswers } from './answering'

// A process may hold this module several times, once for endpoints and once for pages.
const shared = globalThis as typeof globalThis & { signetPrimary?: AsyncLocalStorage<number> }
shared.signetPrimary ??= new AsyncLocalStorage()
const surrounding = shared.signetPrimary

/** As many shards as an identifier can name. */
export const SHARDS = 4096

/** Which of the primaries has a shard: what is for one of them is written together. The router has the same ranges. */
export const primaryOf = (shard: number): number => Math.floor((shard * env().SHARD_PRIMARIES) / SHARDS)

/** The lowest shard of a primary. */
const firstShardOf = (nth: number): number => Math.ceil((nth * SHARDS) / env().SHARD_PRIMARIES)

/** The primaries that a router spreads the shards over, by their number. */
export const primaries = (): number[] => Array.from({ length: env().SHARD_PRIMARIES }, (_, nth) => nth)

/** What `work` asks in spanning statements is asked of this primary alone. */
export const onPrimary = <Result>(nth: number, work: () => Result): Result => surrounding.run(nth, work)

/** The primary whose part is being done, if it is one's. */
export const primaryHere = (): number | undefined => surrounding.getStore()

/**
 * Does the same on each primary, side by side, or on the one whose part is being done: one that is away holds up none of the others.
 * @returns what came of each
 * @throws the first failure, once the others are through
 */
export async function onEachPrimary<Result>(work: (nth: number) => Promise<Result>): Promise<Result[]> {
  const here = primaryHere()
  const outcomes = await Promise.allSettled((here === undefined ? primaries() : [here]).map((nth) => onPrimary(nth, () => work(nth))))
  return outcomes.map((outcome) => {
    if (outcome.status === 'rejected') throw outcome.reason
    return outcome.value
  })
}

type Asked = { name: string; text: string; spans?: true }

/** What a spanning statement begins with that is for all primaries. The router takes no notice of it. */
export const OF_ALL = '/* of each primary */'

/** A list of shards among the parameters, which the router does not look into. */
const LISTED = /\$(\d+)::smallint\[\]/
/** Its place in the values of a statement, by the statement's name; -1: there is none. */
const lists = new Map<string, number>()

/** The one primary that has all shards of the statement's list. */
function primaryOfList({ name, text }: Asked, values: readonly unknown[]): number | undefined {
  let place = lists.get(name)
  if (place === undefined) {
    place = Number(LISTED.exec(text)?.[1] ?? 0) - 1
    lists.set(name, place)
  }
  if (place < 0) return
  const named = new Set((values[place] as (number | null)[]).flatMap((shard) => (shard === null ? [] : [primaryOf(shard)])))
  return named.size === 1 ? [...named][0] : undefined
}

/** Rows that are alike everywhere are read where somebody answers. */
function whereToRead(text: string): number | undefined {
  const nth = oneThatAnswers()
  return nth === undefined || SAYS_SHARD.test(text) || !READS.test(text) ? undefined : nth
}

const SAYS_SHARD = /\bshard\b/i
const READS = /^\s*SELECT\b(?!.*\bFOR\s+(?:NO\s+KEY\s+)?(?:UPDATE|SHARE|KEY))/is

/** The same of Prisma's, which come with their text alone. */
export function readable(text: string): string {
  const nth = whereToRead(text)
  return nth === undefined ? text : hinted(text, nth)
}

const hinted = (text: string, nth: number): string => `/* pgdog_sharding_key: ${firstShardOf(nth)} */ ${text}`

/**
 * A statement as it is asked: where there are several primaries and it does not say its shard in a way that the router reads, with the router's
 * word for the one that it is for: one of its shards and not its number, so that it is right while the router has one primary yet.
 * @see https://docs.pgdog.dev/features/sharding/manual-routing/
 */
export function asAsked(statement: Asked, values: readonly unknown[]): Asked {
  if (env().SHARD_PRIMARIES === 1) return statement
  const { name, text, spans } = statement
  const nth = spans ? primaryHere() : (primaryOfList(statement, values) ?? whereToRead(text))
  if (nth !== undefined) return { name: `${name}_on_${nth}`, text: hinted(text, nth) }
  return spans ? { name, text: `${OF_ALL} ${text}` } : statement
}
