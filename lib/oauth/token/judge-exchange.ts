import { isPublicClient } from '#lib/apps/schema'
import type { Client } from '../client/store'
import type { ReasonFor } from '../reasons'
import { pkceFault } from './pkce'
import type { Refusal, Verdict } from './verdict'

export const CODE_GONE = 'the code is unknown, expired or was withdrawn'
const CODE_REPLAYED = 'the code was already used; everything issued with it has been revoked'

const refuse = (reason: ReasonFor<'invalid_grant'>, description: string): Refusal => ({ kind: 'refuse', reason, description })

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
): Verdict<Scope> {
  // Before replay is judged: a stranger's client must not be able to end somebody else's grant.
  if (code.appId !== client.id) return refuse('code_foreign', CODE_GONE)
  if (code.isUsed) return { kind: 'replay', reason: 'code_replayed', description: CODE_REPLAYED }
  if (code.isExpired) return refuse('code_expired', CODE_GONE)
  if (request.redirectUri !== code.redirectUri) return refuse('redirect_uri_mismatch', 'redirect_uri is not the one of the authorization request')
  const reason = pkceFault(code.codeChallenge, request.codeVerifier)
  if (reason) return refuse(reason, 'code_verifier does not match the code_challenge')

  const withRefreshToken = effectiveScopes.some((scope) => scope === 'offline_access') && !isPublicClient(client.clientType)
  return { kind: 'accept', accessScopes: effectiveScopes, refreshScopes: withRefreshToken ? effectiveScopes : null }
}
