import { grouped } from '#lib/core/grouped'
import { log } from '#lib/core/log'
import { BATCH, claimEvent, findDueEvents, findDueEventsOf, forgetOutgoingEvents, type OutgoingEvent } from './outgoing-store'
import { placeEventsOf } from './store'

/**
 * Moves a company's events that are due into its log, where they get their places. An event gets its place after the
 * transaction that wrote it, never before: so whoever read up to a place has read everything before it, though transactions
 * end in another order than they began. Any number of processes may do it at once, and each may stop anywhere.
 */
export async function placeEvents(companyId: string): Promise<number> {
  let placed = 0
  for (let last = BATCH; last >= BATCH; ) {
    const due = await findDueEventsOf(companyId)
    placed += await place(companyId, due)
    last = due.length
  }
  return placed
}

/**
 * The oldest that wait are read, so no later event of a consent is placed by anybody before an earlier one: that
 * one waits as long as it has no place. It stops waiting only once it has one, and what is moved twice is placed once.
 */
async function place(companyId: string, due: readonly OutgoingEvent[]): Promise<number> {
  const events: OutgoingEvent[] = []
  for (const event of due) if (!event.is_revocable || (await claimEvent(event))) events.push(event)
  if (events.length === 0) return 0
  const placed = await placeEventsOf(companyId, events)
  await forgetOutgoingEvents(events)
  return placed
}

/** Companies whose events are placed at a time. */
const LANES = 4

/** The same for every company; one whose events cannot be placed now holds up no other. @returns how many */
export async function placeDueEvents(): Promise<number> {
  let placed = 0
  const stuck: string[] = []
  for (let last = BATCH; last >= BATCH; ) {
    const due = await findDueEvents(stuck)
    const companies = [...grouped(due, ({ company_id }) => company_id)]
    const lane = async () => {
      for (let next = companies.pop(); next !== undefined; next = companies.pop()) {
        const [companyId, events] = next
        try {
          placed += await place(companyId, events)
        } catch (error) {
          stuck.push(companyId)
          log.warn({ err: error, companyId }, 'events of a company could not be placed')
        }
      }
    }
    await Promise.all(Array.from({ length: LANES }, lane))
    last = due.length
  }
  return placed
}
