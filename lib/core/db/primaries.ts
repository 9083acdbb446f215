import { AsyncLocalStorage } from 'node:async_hooks'
import { env } from '../env'
import type { Statement } from './statement'

// A process may hold this module several times, once for endpoints and once for pages.
const shared = globalThis as typeof globalThis & { signetPrimary?: AsyncLocalStorage<number> }
shared.signetPrimary ??= new AsyncLocalStorage()
const surrounding = shared.signetPrimary

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

/** What a spanning statement begins with that is for all primaries. The router takes no notice of it. */
export const OF_ALL = '/* of each primary */'

/**
 * A spanning statement as it is asked here: with the word of the router's that names a primary, where there are several and it is for one.
 * @see https://docs.pgdog.dev/features/sharding/manual-routing/
 */
export function asAskedHere<Row extends object>(statement: Statement<Row>): Statement<Row> {
  if (!statement.spans || env().SHARD_PRIMARIES === 1) return statement
  const { name, text } = statement
  const nth = primaryHere()
  return nth === undefined ? { name, text: `${OF_ALL} ${text}` } : { name: `${name}_on_${nth}`, text: `/* pgdog_shard: ${nth} */ ${text}` }
}
