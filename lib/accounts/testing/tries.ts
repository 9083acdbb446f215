import { withDatabase } from '#lib/core/db'
import { shardOfHash } from '#lib/core/shard'
import { type Ask, allowanceHash } from '../throttles/allowances'

/** As if so many tries had been made, and the wait after them were over. */
export const afterTries = (ask: Ask, failures: number) => {
  const count = { failures, nextTryAt: new Date(0), expiresAt: new Date(Date.now() + 3_600_000) }
  const subjectHash = allowanceHash(ask)
  const key = { shard: shardOfHash(subjectHash), subjectHash }
  return withDatabase((db) => db.loginThrottle.upsert({ where: { shard_subjectHash: key }, create: { ...key, ...count }, update: count }))
}

/** So many of parallel guesses may have been looked at: three at once, and one for each wait that passed since. */
export const mostJudged = (beganAt: number) => 3 + Math.ceil(Math.log2(1 + (performance.now() - beganAt) / 1000))
