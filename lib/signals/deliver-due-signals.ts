import { grouped } from '#lib/core/grouped'
import { log } from '#lib/core/log'
import { BATCH, deliverSignals, findDueSignals, findDueSignalsOf, forgetOutgoingSignals, type OutgoingSignal } from './outgoing-store'

/**
 * Moves what a company's stream is to be told by now from beside its people to the stream. Nothing that is due is taken back, so it
 * may be done twice, by any number of processes, and each may stop anywhere.
 * @see lib/events/place-events.ts for the same of events
 */
export async function deliverSignalsOf(companyId: string): Promise<void> {
  for (let last = BATCH; last >= BATCH; ) {
    const due = await findDueSignalsOf(companyId)
    await deliver(companyId, due)
    last = due.length
  }
}

async function deliver(companyId: string, due: readonly OutgoingSignal[]): Promise<void> {
  if (due.length === 0) return
  await deliverSignals(companyId, due)
  await forgetOutgoingSignals(due)
}

/** The same for every company; one where it cannot be done now holds up no other. */
export async function deliverDueSignals(): Promise<void> {
  const stuck: string[] = []
  for (let last = BATCH; last >= BATCH; ) {
    const due = await findDueSignals(stuck)
    for (const [companyId, signals] of grouped(due, ({ company_id }) => company_id)) {
      try {
        await deliver(companyId, signals)
      } catch (error) {
        stuck.push(companyId)
        log.warn({ err: error, companyId }, 'signals of a company could not be delivered')
      }
    }
    last = due.length
  }
}
