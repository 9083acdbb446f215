/** Fewer than this many could point at somebody. */
export const SMALLEST_SHOWN = 5

/** A count that may be shown; null stands for one to four. Zero singles nobody out. */
export type ShownCount = number | null

export const suppress = (count: number): ShownCount => (count > 0 && count < SMALLEST_SHOWN ? null : count)

/** Counts of several apps that were added up. @property shown sum of those that may be shown @property hidden how many may not @property hiddenSum their sum */
export type Total = { shown: number; hidden: number; hiddenSum: number }

/** What one app's count is of its company's total. */
export function contribution(count: number): Total {
  const isHidden = suppress(count) === null
  return { shown: isHidden ? 0 : count, hidden: isHidden ? 1 : 0, hiddenSum: isHidden ? count : 0 }
}

/**
 * The sum of several apps' counts such that the apps' own, shown beside it one by one, do not give a hidden one away.
 * Hidden counts are added only where several of them make a sum that leaves each of them open; otherwise the sum is the
 * one of what is shown, or hidden itself when there is nothing else.
 */
export function suppressedTotal({ shown, hidden, hiddenSum }: Total): ShownCount {
  if (hidden === 0) return shown
  const isOpen = hiddenSum >= SMALLEST_SHOWN && hiddenSum > hidden && hiddenSum < hidden * (SMALLEST_SHOWN - 1)
  if (isOpen) return shown + hiddenSum
  return shown > 0 ? shown : null
}
