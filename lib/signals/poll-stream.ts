import type { z } from 'zod'
import type { CompanyActor } from '#lib/companies/schema'
import { sql } from '#lib/core/db'
import { newId } from '#lib/core/random-id'
import { sealWithMasterKey } from '#lib/core/sealed'
import { ifInReach } from '#lib/events/if-in-reach'
import { placeEvents } from '#lib/events/place-events'
import { answerPlace } from '#lib/webhooks/attempt-delivery'
import type { pollStreamOperation } from './contract'
import { deliverSignalsOf } from './deliver-due-signals'
import { acknowledgeSignals, dropSignal, findWaitingSignals, refuseSignal, type StreamAddress } from './poll-store'
import { requireStream } from './require-stream'
import { signSet } from './sign-set'
import { mayBeTold, signalOf } from './signal-of'

const MOST = 100
const WAIT_MS = 15_000
const LOOK_MS = 300
/** Of one stream at one process; who asks more often is answered at once. */
const MOST_WAITING = 4

const waiting = new Map<string, number>()

type Request = z.output<typeof pollStreamOperation.body>
type Sets = { sets: Record<string, string>; moreAvailable: boolean }

/**
 * What waits for the receiver; first what it says of earlier ones is noted. Without `returnImmediately` an empty answer
 * waits for a while for something to say. @see RFC 8936 §2 @throws ApiError `not_found`
 */
export async function pollStream(
  { companyId }: CompanyActor,
  id: string,
  { maxEvents = MOST, returnImmediately, ack, setErrs }: Request,
): Promise<Sets> {
  await requireStream(companyId, id)
  await acknowledgeSignals({ companyId, streamId: id }, ack)
  for (const [jti, fault] of Object.entries(setErrs)) await refuse({ companyId, streamId: id }, jti, fault)
  const mayWait = !returnImmediately && maxEvents > 0 && takePlace(id)
  const until = performance.now() + (mayWait ? WAIT_MS : 0)
  try {
    for (;;) {
      const found = await look(companyId, id, Math.min(maxEvents, MOST))
      const left = until - performance.now()
      if (Object.keys(found.sets).length > 0 || left <= 0) return found
      await new Promise((resolve) => setTimeout(resolve, Math.min(LOOK_MS, left)))
    }
  } finally {
    if (mayWait) leavePlace(id)
  }
}

async function look(companyId: string, id: string, most: number): Promise<Sets> {
  await ifInReach(async () => {
    await placeEvents(companyId)
    await deliverSignalsOf(companyId)
  })
  const stream = await requireStream(companyId, id)
  const found = stream.status === 'enabled' ? await findWaitingSignals({ companyId, streamId: id }, most + 1) : []
  const sets: Record<string, string> = {}
  for (const row of found.slice(0, most)) {
    const signal = signalOf(stream, row)
    if (signal && (await mayBeTold(signal, row))) sets[row.event_id] = await signSet(signal)
    else await dropSignal({ companyId, streamId: id }, row.event_id)
  }
  return { sets, moreAvailable: found.length > most }
}

async function refuse(address: StreamAddress, id: string, fault: { err: string; description?: string }): Promise<void> {
  const requestId = newId('req')
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(JSON.stringify(fault)), answerPlace(requestId))
  await refuseSignal(sql, address, { id, requestId, answerSealed: sealed, masterKeyId })
}

function takePlace(id: string): boolean {
  const taken = waiting.get(id) ?? 0
  if (taken >= MOST_WAITING) return false
  waiting.set(id, taken + 1)
  return true
}

function leavePlace(id: string): void {
  const left = (waiting.get(id) ?? 1) - 1
  if (left > 0) waiting.set(id, left)
  else waiting.delete(id)
}
