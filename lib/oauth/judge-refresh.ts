import type { ReasonFor } from './reasons'
import type { Client } from './store/client'

export const REFRESH_TOKEN_GONE = 'the refresh token is unknown, expired or was withdrawn'

/** A refresh token as it is stored. */
export type StoredRefreshToken = { appId: string; isUsed: boolean; isExpired: boolean }

export type RefreshVerdict<Scope extends string = string> =
  | { kind: 'accept'; accessScopes: Scope[] }
  | { kind: 'refuse'; reason: ReasonFor<'invalid_grant' | 'invalid_scope'>; description: string }
  | { kind: 'replay' }

const gone = (reason: ReasonFor<'invalid_grant'>) => ({ kind: 'refuse', reason, description: REFRESH_TOKEN_GONE }) as const

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
): RefreshVerdict<Scope> {
  if (token.appId !== client.id) return gone('refresh_token_foreign')
  if (token.isUsed) return { kind: 'replay' }
  if (token.isExpired) return gone('refresh_token_expired')
  if (!effectiveScopes.some((scope) => scope === 'offline_access')) return gone('offline_access_lost')
  if (!requested) return { kind: 'accept', accessScopes: effectiveScopes }

  const allowed = new Set<string>(effectiveScopes)
  if (requested.length === 0 || requested.some((scope) => !allowed.has(scope))) {
    return { kind: 'refuse', reason: 'scope_beyond_grant', description: 'scope goes beyond what was granted' }
  }
  const wanted = new Set(requested)
  return { kind: 'accept', accessScopes: effectiveScopes.filter((scope) => wanted.has(scope)) }
}
