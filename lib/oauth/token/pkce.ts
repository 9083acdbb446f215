import { createHash, timingSafeEqual } from 'node:crypto'

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/
const CHALLENGE = /^[A-Za-z0-9\-_]{43,128}$/

type PkceFault = 'verifier_missing' | 'verifier_wrong' | 'verifier_unexpected'

/** @see RFC 7636 §4.2 */
export const isCodeChallenge = (text: string) => CHALLENGE.test(text)

/**
 * Why the verifier does not answer the challenge with S256, the only method there is; null when it does. A verifier
 * without a challenge does not: somebody removed the challenge from the request. @see RFC 7636 §4.6, RFC 9700 §4.8
 */
export function pkceFault(challenge: string | null, verifier: string | undefined): PkceFault | null {
  if (challenge === null) return verifier === undefined ? null : 'verifier_unexpected'
  if (verifier === undefined) return 'verifier_missing'
  if (!VERIFIER.test(verifier)) return 'verifier_wrong'
  const computed = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge)
  return computed.length === expected.length && timingSafeEqual(computed, expected) ? null : 'verifier_wrong'
}
