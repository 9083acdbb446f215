import { secretHashes } from '#lib/core/secret-token'
import { effectiveScopes } from '#lib/grants/effective-scopes'
import type { ClientCredentials } from '../client/authenticate-client'
import { countTokens } from '../metrics'
import { judgeRefresh, REFRESH_TOKEN_GONE } from './judge-refresh'
import type { TokenResponse } from './mint-tokens'
import { redeem } from './redeem'
import { refreshTokens } from './store'

/**
 * Turns a refresh token into the next one and a new access token; the old one stops working in the same transaction.
 * The new refresh token keeps the scopes of the old one, also when a part of them was asked for.
 * Spec: States, Refresh token. @see RFC 6749 §6, OpenID Connect Core §12.2
 * @param scope the `scope` parameter as sent
 * @throws OAuthError `invalid_client`, `invalid_grant`, `invalid_scope`
 */
export async function rotateRefreshToken(credentials: ClientCredentials, refreshToken: string, scope: string | undefined): Promise<TokenResponse> {
  const requested = scope === undefined ? null : scope.split(' ').filter(Boolean)
  const response = await redeem({
    source: refreshTokens,
    credentials,
    hashes: secretHashes('sgr', refreshToken),
    kind: 'refresh_token',
    gone: REFRESH_TOKEN_GONE,
    judge: (client, { stored, scopes, grantedScopes }) =>
      judgeRefresh(client, stored, effectiveScopes(scopes, grantedScopes, client.scopes), requested),
    nonceOf: () => null,
  })
  countTokens('refresh_token')
  return response
}
