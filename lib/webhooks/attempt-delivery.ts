import { type PostAnswer, postOutside } from '#lib/core/outside/post-outside'
import { newId } from '#lib/core/random-id'
import { sealWithMasterKey } from '#lib/core/sealed'
import { type DueDelivery, type DueWebhook, dropDelivery, recordAttempt } from './deliver-store'
import { askedRest, type Fault, judgeAttempt, type Outcome, type Verdict } from './judge-attempt'
import { switchOffFailing } from './switch-off-failing'

/** How much of an answer is kept for the company to look at. */
const KEPT_BYTES = 2048

/**
 * How a delivery is put into a request, by the kind of its address. Null: what it tells is no longer kept; `unwanted`: nobody
 * shall be told of it.
 */
export type RequestOf = (webhook: DueWebhook, delivery: DueDelivery) => Promise<OutgoingRequest | null | 'unwanted'>
export type OutgoingRequest = { headers: Record<string, string>; body: string }

/** How one kind of address is spoken to. */
export type Manner = {
  requestOf: RequestOf
  /** What is said once more to one that is switched off. */
  farewellOf?: (webhook: DueWebhook) => Promise<OutgoingRequest>
}

/** How a turn stands after a try: failures in a row, and whether it is over, since the address rests or is another by now. */
type Standing = { failures: number; isOver: boolean }

/** Sends one event once and writes down what came of it. */
export async function attemptDelivery(webhook: DueWebhook, delivery: DueDelivery, { requestOf, farewellOf }: Manner): Promise<Standing> {
  const startedAt = new Date()
  const began = performance.now()
  const requestId = newId('req')
  const request = await requestOf(webhook, delivery)
  if (request === 'unwanted') {
    await dropDelivery(webhook, delivery.event_id)
    return { failures: webhook.failures, isOver: false }
  }
  const answer = request && (await send(webhook, request, requestId))
  const outcome = outcomeOf(answer)
  const verdict: Verdict = request === null ? { kind: 'failed' } : judgeAttempt(outcome, delivery.tries + 1, Math.random())
  const restSeconds = askedRest(outcome)
  const health = await recordAttempt({
    companyId: webhook.company_id,
    webhookId: webhook.id,
    eventId: delivery.event_id,
    number: delivery.attempts + 1,
    requestId,
    startedAt,
    milliseconds: Math.round(performance.now() - began),
    status: outcome.status,
    fault: outcome.fault,
    ...sealAnswer(answer, requestId),
    state: verdict.kind === 'delivered' ? 'delivered' : verdict.kind === 'again' ? 'waiting' : 'failed',
    dueInSeconds: verdict.kind === 'again' ? verdict.afterSeconds : null,
    restSeconds,
    url: webhook.url,
    secretSealed: webhook.secret_sealed,
    due: delivery.due,
  })
  if (!health) return { failures: 0, isOver: true }
  const { failures, status, is_same: isSame } = health
  const isOff = isSame && (await switchOffFailing(webhook, verdict, health))
  if (isOff && farewellOf) await send(webhook, await farewellOf(webhook), newId('req'))
  return { failures, isOver: isOff || !isSame || status !== 'enabled' || restSeconds > 0 }
}

const send = ({ url }: DueWebhook, { headers, body }: OutgoingRequest, requestId: string) =>
  postOutside(url, { ...headers, 'X-Request-Id': requestId }, body, KEPT_BYTES)

/** Where the kept part of an answer belongs. */
export const answerPlace = (requestId: string) => ({ table: 'webhook_attempts', row: requestId, column: 'answer_sealed' })

function sealAnswer(answer: PostAnswer | null, requestId: string): { answerSealed: Buffer | null; masterKeyId: string | null } {
  if (!answer || 'fault' in answer || answer.body.length === 0) return { answerSealed: null, masterKeyId: null }
  const { sealed, masterKeyId } = sealWithMasterKey(answer.body, answerPlace(requestId))
  return { answerSealed: sealed, masterKeyId }
}

function outcomeOf(answer: PostAnswer | null): Outcome {
  if (answer === null) return { status: null, fault: null, retryAfterSeconds: null }
  if ('fault' in answer) return { status: null, fault: answer.fault, retryAfterSeconds: null }
  const { status } = answer
  const isTaken = status >= 200 && status < 300
  const fault: Fault | null = isTaken ? null : status >= 300 && status < 400 ? 'redirect' : 'status'
  return { status, fault, retryAfterSeconds: secondsOf(answer.retryAfter) }
}

/** Seconds, or a date. @see RFC 9110 §10.2.3 */
function secondsOf(retryAfter: string | null): number | null {
  if (retryAfter === null) return null
  const seconds = /^\d{1,9}$/.test(retryAfter) ? Number(retryAfter) : (Date.parse(retryAfter) - Date.now()) / 1000
  return Number.isFinite(seconds) && seconds > 0 ? seconds : null
}
