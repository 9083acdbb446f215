import { withDatabase } from '#lib/core/db'
import { type Ask, allowanceHash } from '../throttles/allowances'

/** As if so many tries had been made, and the wait after them were over. */
export const afterTries = (ask: Ask, failures: number) => {
  const count = { failures, nextTryAt: new Date(0), expiresAt: new Date(Date.now() + 3_600_000) }
  return withDatabase((db) =>
    db.loginThrottle.upsert({ where: { subjectHash: allowanceHash(ask) }, create: { subjectHash: allowanceHash(ask), ...count }, update: count }),
  )
}

/** So many of parallel guesses may have been looked at: three at once, and one for each wait that passed since. */
export const mostJudged = (beganAt: number) => 3 + Math.ceil(Math.log2(1 + (performance.now() - beganAt) / 1000))
