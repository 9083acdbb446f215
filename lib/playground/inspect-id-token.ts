import { createHash } from 'node:crypto'
import { compactVerify, createLocalJWKSet, decodeJwt, decodeProtectedHeader, type JSONWebKeySet } from 'jose'

export const ID_TOKEN_CHECKS = ['signature', 'iss', 'aud', 'exp', 'nonce', 'at_hash'] as const

export type IdTokenCheck = (typeof ID_TOKEN_CHECKS)[number]

export type InspectedIdToken = { header: object; payload: object; checks: Record<IdTokenCheck, boolean> }

type Expected = { issuer: string; clientId: string; nonce: string; accessToken: string; now: Date }

/**
 * Opens an id_token and makes the checks that every client has to make.
 * @param jwks the published keys
 * @returns null for what is not a token
 * @see OpenID Connect Core §3.1.3.6, §3.1.3.7
 */
export async function inspectIdToken(token: string, jwks: JSONWebKeySet, expected: Expected): Promise<InspectedIdToken | null> {
  try {
    const header = decodeProtectedHeader(token)
    const payload = decodeJwt(token)
    const isSigned = await compactVerify(token, createLocalJWKSet(jwks)).then(
      () => true,
      () => false,
    )
    const half = createHash('sha256').update(expected.accessToken).digest().subarray(0, 16).toString('base64url')
    return {
      header,
      payload,
      checks: {
        signature: isSigned,
        iss: payload.iss === expected.issuer,
        aud: payload.aud === expected.clientId,
        exp: (payload.exp ?? 0) * 1000 > expected.now.getTime(),
        nonce: payload.nonce === expected.nonce,
        at_hash: payload.at_hash === half,
      },
    }
  } catch {
    return null
  }
}
