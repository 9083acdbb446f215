import type { Client } from '../client/store'
import type { ReasonFor } from '../reasons'
import type { Refusal, Verdict } from './verdict'

export const REFRESH_TOKEN_GONE = 'the refresh token is unknown, expired or was withdrawn'
const REFRESH_TOKEN_REUSED = 'the refresh token was already used; the user must log in again'

/** A refresh token as it is stored. */
export type StoredRefreshToken = { appId: string; isUsed: boolean; isExpired: boolean }

const gone = (reason: ReasonFor<'invalid_grant'>): Refusal => ({ kind: 'refuse', reason, description: REFRESH_TOKEN_GONE })

/**
 * Whether a refresh token may be turned into the next one. A second use is theft until proven otherwise.
 * Spec: States, Refresh token. @see RFC 6749 §6, RFC 9700 §4.14.2
 * @param effectiveScopes what the token stands for today: its own scopes, still granted, still the app's
 * @param requested the `scope` parameter, when sent: a part of the effective scopes
 */
export function judgeRefresh<Scope extends string>(
  client: Client,
  token: StoredRefreshToken,
  effectiveScopes: Scope[],
  requested: string[] | null,
): Verdict<Scope> {
  if (token.appId !== client.id) return gone('refresh_token_foreign')
  if (token.isUsed) return { kind: 'replay', reason: 'refresh_token_reused', description: REFRESH_TOKEN_REUSED }
  if (token.isExpired) return gone('refresh_token_expired')
  if (!effectiveScopes.some((scope) => scope === 'offline_access')) return gone('offline_access_lost')
  if (!requested) return { kind: 'accept', accessScopes: effectiveScopes, refreshScopes: effectiveScopes }

  const allowed = new Set<string>(effectiveScopes)
  if (requested.length === 0 || requested.some((scope) => !allowed.has(scope))) {
    return { kind: 'refuse', reason: 'scope_beyond_grant', description: 'scope goes beyond what was granted' }
  }
  const wanted = new Set(requested)
  return { kind: 'accept', accessScopes: effectiveScopes.filter((scope) => wanted.has(scope)), refreshScopes: effectiveScopes }
}
