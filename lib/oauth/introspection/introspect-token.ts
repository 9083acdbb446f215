import { isPublicClient } from '#lib/apps/schema'
import { env } from '#lib/core/env'
import { secretHashes } from '#lib/core/secret-token'
import { numericDate } from '#lib/core/time'
import { effectiveScopes } from '#lib/grants/effective-scopes'
import { authenticateClient, type ClientCredentials } from '../client/authenticate-client'
import { findClient } from '../client/store'
import { OAuthError } from '../errors'
import { findLiveToken } from './store'

/** @see RFC 7662 §2.2 */
export type Introspection =
  | { active: false }
  | { active: true; scope: string; client_id: string; token_type?: 'Bearer'; exp: number; iat: number; sub: string; aud: string; iss: string }

const INACTIVE = { active: false } as const

/**
 * Whether a token of this client is good now, and for what. Anything else, a token of another client among it, is
 * inactive and nothing more is said. Looking at a used refresh token is not using it. @see RFC 7662 §2
 * @throws OAuthError `invalid_client`: also for public clients, which cannot prove themselves
 */
export async function introspectToken(credentials: ClientCredentials, token: string): Promise<Introspection> {
  const live = await findLiveToken(credentials.clientId, [...secretHashes('sga', token), ...secretHashes('sgr', token)])
  const client = live?.client ?? (await findClient(credentials.clientId))
  authenticateClient(credentials, client)
  if (isPublicClient(client.clientType)) throw new OAuthError('client_is_public', 'a public client cannot introspect tokens')
  if (!live) return INACTIVE

  const { token: found } = live
  const scopes = effectiveScopes(found.tokenScopes, found.grantedScopes, client.scopes)
  // A refresh token lives by this scope. Spec: Authentication, rule 2.
  if (found.kind === 'refresh' && !scopes.includes('offline_access')) return INACTIVE
  return {
    active: true,
    scope: scopes.join(' '),
    client_id: client.clientId,
    ...(found.kind === 'access' && { token_type: 'Bearer' }),
    exp: numericDate(found.expiresAt),
    iat: numericDate(found.issuedAt),
    sub: found.sub,
    aud: client.clientId,
    iss: env().BASE_URL,
  }
}
