import { createHash } from 'node:crypto'
import { ApiError } from '#lib/core/api-error'
import { transaction, undoneByThrow } from '#lib/core/db'
import { keepAnswer, lockKey, readAnswer, type StoredAnswer } from './store'

export type Answer = { status: number; body: unknown; location: string | null }

export type KeyedRequest = {
  companyId: string
  key: string
  /** What identifies the request: method, path and body. */
  request: string
  /** Fields that are null in a repeated answer. */
  secrets: readonly string[]
}

/**
 * Carries a request out once for an `Idempotency-Key`; the same request again gets the first answer, without its
 * secrets. The work joins the transaction that keeps its answer, so after a crash there are both or neither. A refusal
 * is an answer too; a fault of ours is not, and leaves the key free.
 * @throws ApiError `conflict` when the key belongs to another request
 */
export async function answerOnce({ companyId, key, request, secrets }: KeyedRequest, work: () => Promise<Answer>): Promise<Answer> {
  const requestHash = createHash('sha256').update(request).digest()
  const outcome = await transaction(async (tx): Promise<Answer | ApiError> => {
    await lockKey(tx, companyId, key)
    const earlier = await readAnswer(tx, companyId, key)
    if (earlier) return judgeStored(earlier, requestHash)
    const first = await undoneByThrow(tx, work).catch(refusalOrThrow)
    await keepAnswer(tx, companyId, key, { requestHash, ...toKeep(first, secrets) })
    return first
  })
  if (outcome instanceof ApiError) throw outcome
  return outcome
}

/** The first answer, or the conflict of another request under the same key. */
export function judgeStored({ status, body, location, ...stored }: StoredAnswer, requestHash: Buffer): Answer | ApiError {
  if (requestHash.equals(stored.requestHash)) return { status, body, location }
  return new ApiError('conflict', 'Idempotency-Key: was used with another request')
}

function refusalOrThrow(error: unknown): ApiError {
  if (error instanceof ApiError && error.status < 500) return error
  throw error
}

const toKeep = (outcome: Answer | ApiError, secrets: readonly string[]): Answer =>
  outcome instanceof ApiError
    ? { status: outcome.status, body: { error: outcome.code, message: outcome.publicMessage }, location: null }
    : { ...outcome, body: withoutSecrets(outcome.body, secrets) }

const withoutSecrets = (body: unknown, secrets: readonly string[]): unknown =>
  body === null ? null : Object.fromEntries(Object.entries(body as object).map(([name, value]) => [name, secrets.includes(name) ? null : value]))
