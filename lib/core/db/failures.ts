import { UnavailableError } from '../errors'

/** A first try that ended sooner may be followed by a second: lock_timeout and something to spare. */
const RETRY_WITHIN_MS = 2600
/** Serialization failure, deadlock, lock not available; Prisma's transaction timeouts. */
const WORTH_ONE_RETRY = new Set(['40001', '40P01', '55P03', 'P2028', 'P2034'])
/** Statement cancelled by its time limit, server shutting down or starting, too many connections, disk full, a standby. */
const UNAVAILABLE = /^(25006|57014|57P0[1-3]|53\d{3}|08\d{3}|25P03|58030|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|P1001|P1002|P1008|P1017)$/

/** SQLSTATE, Prisma or system code of an error, however deep the driver wrapped it; '' when it has none. */
export function databaseCode(error: unknown): string {
  if (typeof error !== 'object' || error === null) return ''
  const { code, cause, meta } = error as { code?: unknown; cause?: unknown; meta?: { driverAdapterError?: unknown } }
  const originalCode = (error as { originalCode?: unknown }).originalCode
  if (typeof originalCode === 'string') return originalCode
  return databaseCode(meta?.driverAdapterError) || databaseCode(cause) || (typeof code === 'string' ? code : '')
}

export const isOutOfReach = (error: unknown): boolean =>
  UNAVAILABLE.test(databaseCode(error)) ||
  (error instanceof Error && /timeout exceeded when trying to connect|Connection terminated|not queryable|Query read timeout/i.test(error.message))

export const asUnavailable = (error: unknown): unknown => (isOutOfReach(error) ? new UnavailableError({ cause: error }) : error)

/** @throws UnavailableError when Postgres is out of reach, does not answer in time, or fails the second try as it did the first. */
export async function withRetry<Result>(work: () => Promise<Result>): Promise<Result> {
  const began = performance.now()
  try {
    return await work()
  } catch (error) {
    if (!WORTH_ONE_RETRY.has(databaseCode(error))) throw asUnavailable(error)
    // What took long would take as long again, and nobody waits that long for a 503.
    if (performance.now() - began > RETRY_WITHIN_MS) throw new UnavailableError({ cause: error })
  }
  return work().catch((error: unknown) => {
    throw WORTH_ONE_RETRY.has(databaseCode(error)) ? new UnavailableError({ cause: error }) : asUnavailable(error)
  })
}
