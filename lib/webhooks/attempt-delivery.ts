import { type PostAnswer, postOutside } from '#lib/core/outside/post-outside'
import { newId } from '#lib/core/random-id'
import { sealWithMasterKey } from '#lib/core/sealed'
import { type DueDelivery, type DueWebhook, recordAttempt } from './deliver-store'
import { type Fault, judgeAttempt, type Outcome, type Verdict } from './judge-attempt'
import { bodyOfDelivery } from './request-of'
import { signingSecrets } from './secrets'
import { signedHeaders } from './signing'
import { switchOffFailing } from './switch-off-failing'

/** How much of an answer is kept for the company to look at. */
const KEPT_BYTES = 2048

/** Sends one event once and writes down what came of it. @returns failures in a row since, or null when the address is off */
export async function attemptDelivery(webhook: DueWebhook, delivery: DueDelivery): Promise<number | null> {
  const startedAt = new Date()
  const began = performance.now()
  const requestId = newId('req')
  const body = bodyOfDelivery(delivery)
  const answer = body === null ? null : await send(webhook, delivery.event_id, requestId, body)
  const outcome = outcomeOf(answer)
  const verdict: Verdict = body === null ? { kind: 'failed' } : judgeAttempt(outcome, delivery.tries + 1, Math.random())
  const number = delivery.attempts + 1
  const health = await recordAttempt({
    webhookId: webhook.id,
    eventId: delivery.event_id,
    number,
    requestId,
    startedAt,
    milliseconds: Math.round(performance.now() - began),
    status: outcome.status,
    fault: outcome.fault,
    ...sealAnswer(answer, requestId),
    state: verdict.kind === 'delivered' ? 'delivered' : verdict.kind === 'again' ? 'waiting' : 'failed',
    dueInSeconds: verdict.kind === 'again' ? verdict.afterSeconds : null,
  })
  if (!health) return null
  if (await switchOffFailing(webhook, verdict, health)) return null
  return health.failures
}

/** Where the kept part of an answer belongs. */
export const answerPlace = (requestId: string) => ({ table: 'webhook_attempts', row: requestId, column: 'answer_sealed' })

function sealAnswer(answer: PostAnswer | null, requestId: string): { answerSealed: Buffer | null; masterKeyId: string | null } {
  if (!answer || 'fault' in answer || answer.body.length === 0) return { answerSealed: null, masterKeyId: null }
  const { sealed, masterKeyId } = sealWithMasterKey(answer.body, answerPlace(requestId))
  return { answerSealed: sealed, masterKeyId }
}

function send(webhook: DueWebhook, eventId: string, requestId: string, body: string): Promise<PostAnswer> {
  const { id, secret_sealed, previous_secret_sealed, previous_until, master_key_id } = webhook
  const sealed = {
    id,
    secretSealed: new Uint8Array(secret_sealed),
    previousSecretSealed: previous_secret_sealed && new Uint8Array(previous_secret_sealed),
    previousUntil: previous_until,
    masterKeyId: master_key_id,
  }
  const now = new Date()
  const headers = {
    'Content-Type': 'application/json',
    'X-Request-Id': requestId,
    ...signedHeaders(signingSecrets(sealed, now), eventId, Math.floor(now.getTime() / 1000), body),
  }
  return postOutside(webhook.url, headers, body, KEPT_BYTES)
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
