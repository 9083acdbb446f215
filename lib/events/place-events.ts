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

/** The same for every company. @returns how many */
export async function placeDueEvents(): Promise<number> {
  let placed = 0
  for (const companyId of await findCompaniesWithDueEvents()) placed += await placeEvents(companyId)
  return placed
}
