const MINUTE = 60
const HOUR = 3600

const FIRST = [1 * MINUTE, 5 * MINUTE, 15 * MINUTE, 30 * MINUTE, 1 * HOUR, 2 * HOUR, 4 * HOUR]
const LATER = 4 * HOUR
/** Later tries spread, so that a mailbox that comes back is not met by all at once. */
const JITTER = 0.1

/**
 * Seconds until the next try, after `attempts` that failed for now. Until the mail expires there is always a next one.
 * @param random from 0 to 1
 */
export function retryAfterSeconds(attempts: number, random: number): number {
  return FIRST[attempts - 1] ?? Math.round(LATER * (1 + JITTER * (2 * random - 1)))
}
