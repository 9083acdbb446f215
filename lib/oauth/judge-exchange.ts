import { isPublicClient } from '#lib/apps/schema'
import { pkceFault } from './pkce'
import type { ReasonFor } from './reasons'
import type { Client } from './store/client'

export const CODE_GONE = 'the code is unknown, expired or was withdrawn'

/** An authorization code as it is stored. */
export type StoredCode = {
  appId: string
  redirectUri: string
  codeChallenge: string | null
  /** Opened with the code itself. */
  nonceSealed: Buffer | null
  scopes: readonly string[]
  isUsed: boolean
  isExpired: boolean
}

export type ExchangeVerdict<Scope extends string = string> =
  | { kind: 'accept'; scopes: Scope[]; withRefreshToken: boolean }
  | { kind: 'refuse'; reason: ReasonFor<'invalid_grant'>; description: string }
  | { kind: 'replay' }

export type ExchangeRequest = { redirectUri: string | undefined; codeVerifier: string | undefined }

/**
 * Whether an authorization code may be turned into tokens. Only its authenticated owner can replay it, and a mistake
 * of the owner does not burn it. Spec: States, Authorization code. @see RFC 6749 §4.1.2, §4.1.3, RFC 9700 §4.5
 */
export function judgeExchange<Scope extends string>(
  client: Client,
  code: StoredCode,
  effectiveScopes: Scope[],
  request: ExchangeRequest,
): ExchangeVerdict<Scope> {
  // Before replay is judged: a stranger's client must not be able to end somebody else's grant.
  if (code.appId !== client.id) return { kind: 'refuse', reason: 'code_foreign', description: CODE_GONE }
  if (code.isUsed) return { kind: 'replay' }
  if (code.isExpired) return { kind: 'refuse', reason: 'code_expired', description: CODE_GONE }
  if (request.redirectUri !== code.redirectUri) {
    return { kind: 'refuse', reason: 'redirect_uri_mismatch', description: 'redirect_uri is not the one of the authorization request' }
  }
  const reason = pkceFault(code.codeChallenge, request.codeVerifier)
  if (reason) return { kind: 'refuse', reason, description: 'code_verifier does not match the code_challenge' }

  const withRefreshToken = effectiveScopes.some((scope) => scope === 'offline_access') && !isPublicClient(client.clientType)
  return { kind: 'accept', scopes: effectiveScopes, withRefreshToken }
}
