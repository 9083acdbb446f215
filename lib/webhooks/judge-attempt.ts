/** Seconds between one try and the next; after the last one a delivery has failed. */
export const SCHEDULE = [5, 300, 1800, 7200, 18_000, 36_000, 50_400, 72_000, 86_400] as const

const JITTER = 0.2
const MOST_WAIT_SECONDS = 86_400

/** Without a success for so long, an address is switched off. */
export const FAILING_DAYS = 5

/** After so many failures in a row it is tried with one delivery at a time, now and then. */
export const CIRCUIT_FAILURES = 5

/** What one request came to. */
export type Outcome = {
  status: number | null
  /** Why there is no status, or why the one there is does not count. */
  fault: Fault | null
  retryAfterSeconds: number | null
}

export const FAULTS = ['refused_address', 'unresolved', 'no_connection', 'tls', 'no_answer', 'broken_off', 'redirect', 'status', 'refused'] as const
export type Fault = (typeof FAULTS)[number]

export type Verdict = { kind: 'delivered' } | { kind: 'gone' } | { kind: 'again'; afterSeconds: number } | { kind: 'failed' }

/**
 * What becomes of a delivery after a try. 2xx is taken, 410 means that nobody wants any, everything else is tried again.
 * @param tries how many there were, with this one
 * @param random between 0 and 1
 * @see Standard Webhooks, Retries
 */
export function judgeAttempt({ status, fault, retryAfterSeconds }: Outcome, tries: number, random: number): Verdict {
  if (fault === null && status !== null && status >= 200 && status < 300) return { kind: 'delivered' }
  if (status === 410) return { kind: 'gone' }
  const planned = SCHEDULE[tries - 1]
  if (planned === undefined) return { kind: 'failed' }
  const spread = planned * (1 + JITTER * (2 * random - 1))
  return { kind: 'again', afterSeconds: Math.max(spread, Math.min(retryAfterSeconds ?? 0, MOST_WAIT_SECONDS)) }
}

/** For how many seconds an address asks to be left alone, a day at most. @see RFC 9110 §10.2.3, RFC 6585 §4 */
export const askedRest = ({ status, retryAfterSeconds }: Outcome) =>
  status === 429 || status === 503 ? Math.min(retryAfterSeconds ?? 0, MOST_WAIT_SECONDS) : 0

/** How long an address rests between two tries, however much is due there. */
export const holdSeconds = (failures: number) => (failures < CIRCUIT_FAILURES ? 0 : Math.min(10 * 2 ** (failures - CIRCUIT_FAILURES), 600))

/** @param failingSince the first failure since the last success */
export const isGivenUp = (failingSince: Date | null, now: Date) =>
  failingSince !== null && now.getTime() - failingSince.getTime() >= FAILING_DAYS * 86_400_000
