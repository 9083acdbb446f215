import { log } from '#lib/core/log'
import { findCompaniesWithDueEvents, placeEventsOf } from './store'

const BATCH = 1000

/**
 * Gives a company's events that are due their places in its log. An event gets its place after the transaction that wrote
 * it, never before: so whoever read up to a place has read everything before it, though transactions end in another order
 * than they began. Any number of processes may do it at once.
 */
export async function placeEvents(companyId: string): Promise<number> {
  let placed = 0
  let last = BATCH
  while (last === BATCH) {
    last = await placeEventsOf(companyId, BATCH)
    placed += last
  }
  return placed
}

/** Companies whose events are placed at a time. */
const LANES = 4

/** The same for every company; one whose events cannot be placed now holds up no other. @returns how many */
export async function placeDueEvents(): Promise<number> {
  const due = await findCompaniesWithDueEvents()
  let placed = 0
  const lane = async () => {
    for (let companyId = due.pop(); companyId !== undefined; companyId = due.pop()) {
      try {
        placed += await placeEvents(companyId)
      } catch (error) {
        log.warn({ err: error, companyId }, 'events of a company could not be placed')
      }
    }
  }
  await Promise.all(Array.from({ length: LANES }, lane))
  return placed
}
