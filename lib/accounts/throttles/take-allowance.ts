import { type Ask, allowanceHash, allowanceOf } from './allowances'
import { forgetTries, giveBackTry, readCount, takeTry } from './store'

/** Why something may not be tried now: for so long, or until its owner acts. */
export type Refusal = { kind: 'throttled'; by: Ask['by']; waitSeconds: number } | { kind: 'stopped' }

/** @property tries so many were made by now, counting this one, of what was asked for last */
export type Taken = { kind: 'taken'; tries: number }

/**
 * Counts one try, in statements of their own that are committed before the try is made, so that parallel tries cannot
 * outrun the count. What is asked for first is refused first; then nothing is counted.
 */
export async function takeAllowance(...asks: Ask[]): Promise<Taken | Refusal> {
  let tries = 0
  for (const [i, ask] of asks.entries()) {
    const taken = await takeOne(ask)
    if (typeof taken === 'number') tries = taken
    else {
      await giveBackAllowance(...asks.slice(0, i))
      return taken
    }
  }
  return { kind: 'taken', tries }
}

async function takeOne(ask: Ask): Promise<number | Refusal> {
  const [hash, { limit, seconds, waits }] = [allowanceHash(ask), allowanceOf(ask)]
  const terms = { seconds, limit, freeTries: waits?.free ?? limit, mostSeconds: waits?.mostSeconds ?? 0, isSliding: waits !== undefined }
  const tries = await takeTry(hash, terms)
  if (tries !== null) return tries
  const count = await readCount(hash)
  const isOver = count !== null && count.tries >= limit
  if (isOver && waits) return { kind: 'stopped' }
  return { kind: 'throttled', by: ask.by, waitSeconds: Math.max(1, (isOver ? count.end_seconds : count?.next_seconds) ?? 1) }
}

/** For tries that came to nothing through no fault of theirs. */
export async function giveBackAllowance(...asks: Ask[]): Promise<void> {
  for (const ask of asks) await giveBackTry(allowanceHash(ask))
}

export const forgetAllowances = (...asks: Ask[]) => forgetTries(asks.map(allowanceHash))
