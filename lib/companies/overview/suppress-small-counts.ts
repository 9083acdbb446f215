/** Fewer than this many could point at somebody. */
export const SMALLEST_SHOWN = 5

/** A count that may be shown; null stands for one to four. Zero singles nobody out. */
export type ShownCount = number | null

export const suppress = (count: number): ShownCount => (count > 0 && count < SMALLEST_SHOWN ? null : count)

/**
 * The sum of several apps' counts such that the apps' own, shown beside it one by one, do not give a hidden one away.
 * Hidden counts are added only where several of them make a sum that leaves each of them open; otherwise the sum is the
 * one of what is shown, or hidden itself when there is nothing else.
 */
export function suppressedSum(counts: readonly number[]): ShownCount {
  const hidden = counts.filter((count) => suppress(count) === null)
  const hiddenSum = sum(hidden)
  const shownSum = sum(counts) - hiddenSum
  if (hidden.length === 0) return shownSum
  const isOpen = hiddenSum >= SMALLEST_SHOWN && hiddenSum > hidden.length && hiddenSum < hidden.length * (SMALLEST_SHOWN - 1)
  if (isOpen) return shownSum + hiddenSum
  return shownSum > 0 ? shownSum : null
}

const sum = (counts: readonly number[]) => counts.reduce((total, count) => total + count, 0)
