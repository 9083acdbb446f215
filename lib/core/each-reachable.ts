import { isAnswering, primaries } from './db'
import { UnavailableError } from './errors'
import { log } from './log'
import { primaryOf, type Shard } from './shard'

/**
 * Does for each what a turn of the worker has to do, as far as it can: what needs a primary that does not answer is left for a later turn,
 * and so is the rest that needs it.
 * @param other where rows are that are not beside the item; null where there are none
 * @returns how many were done
 */
export async function eachReachable<Item>(
  items: readonly Item[],
  other: (item: Item) => Shard | null,
  work: (item: Item) => Promise<unknown>,
): Promise<number> {
  const away = new Set(primaries().filter((nth) => !isAnswering(nth)))
  let done = 0
  for (const item of items) {
    const shard = other(item)
    if (shard !== null && away.has(primaryOf(shard))) continue
    try {
      await work(item)
      done++
    } catch (error) {
      if (!(error instanceof UnavailableError) || shard === null) throw error
      away.add(primaryOf(shard))
      log.warn({ primary: primaryOf(shard), err: error }, 'a primary does not answer: what needs it waits')
    }
  }
  return done
}
