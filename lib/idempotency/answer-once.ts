import { createHash } from 'node:crypto'
import { ApiError } from '#lib/core/api-error'
import { claimKey, keepAnswer, readAnswer, releaseKey, type StoredAnswer } from './store'

export type Answer = { status: number; body: unknown; location: string | null }

/**
 * Carries a request out once for an `Idempotency-Key`; the same request again gets the first answer, without its
 * secrets. A key whose first request never ended stays taken: doing the work twice would be worse than asking.
 * @param request what identifies the request: method, path and body
 * @param secrets fields that are null in a repeated answer
 * @throws ApiError `conflict` when the key belongs to another request, or to one that has no answer yet
 */
export async function answerOnce(
  { companyId, key, request, secrets }: { companyId: string; key: string; request: string; secrets: readonly string[] },
  work: () => Promise<Answer>,
): Promise<Answer> {
  const hash = createHash('sha256').update(request).digest()
  if (!(await claimKey(companyId, key, hash))) return judgeStored(await readAnswer(companyId, key), hash)
  try {
    const answer = await work()
    await keepAnswer(companyId, key, answer.status, withoutSecrets(answer.body, secrets), answer.location)
    return answer
  } catch (error) {
    if (error instanceof ApiError && error.status < 500) {
      await keepAnswer(companyId, key, error.status, { error: error.code, message: error.publicMessage }, null)
    } else {
      await releaseKey(companyId, key)
    }
    throw error
  }
}

/** @throws ApiError `conflict` */
export function judgeStored(stored: StoredAnswer | null, hash: Buffer): Answer {
  if (!stored || stored.status === 0) throw new ApiError('conflict', 'Idempotency-Key: the first request with this key has no answer yet')
  if (!stored.request_hash.equals(hash)) throw new ApiError('conflict', 'Idempotency-Key: was used with another request')
  return { status: stored.status, body: stored.body, location: stored.location }
}

const withoutSecrets = (body: unknown, secrets: readonly string[]): unknown =>
  Object.fromEntries(Object.entries(body as object).map(([name, value]) => [name, secrets.includes(name) ? null : value]))
