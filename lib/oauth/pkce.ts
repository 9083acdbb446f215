import { createHash, timingSafeEqual } from 'node:crypto'

const VERIFIER = /^[A-Za-z0-9\-._~]{43,128}$/
const CHALLENGE = /^[A-Za-z0-9\-_]{43,128}$/

/** @see RFC 7636 §4.2 */
export const isCodeChallenge = (text: string) => CHALLENGE.test(text)

/**
 * Whether the verifier answers the challenge with S256, the only method there is. A verifier without a challenge does
 * not: somebody removed the challenge from the request. @see RFC 7636 §4.6, RFC 9700 §4.8
 */
export function pkceHolds(challenge: string | null, verifier: string | undefined): boolean {
  if (challenge === null) return verifier === undefined
  if (verifier === undefined || !VERIFIER.test(verifier)) return false
  const computed = Buffer.from(createHash('sha256').update(verifier).digest('base64url'))
  const expected = Buffer.from(challenge)
  return computed.length === expected.length && timingSafeEqual(computed, expected)
}
