import { secretHashes } from '#lib/core/secret-token'
import { effectiveScopes } from '#lib/grants/effective-scopes'
import type { ClientCredentials } from './authenticate-client'
import { CODE_GONE, type ExchangeRequest, judgeExchange } from './judge-exchange'
import { countTokens } from './metrics'
import { openNonce } from './new-code'
import { redeem } from './redeem'
import { authorizationCodes } from './store/exchange'
import type { TokenResponse } from './token-response'

/**
 * Turns an authorization code into tokens. @see RFC 6749 §4.1.3
 * @throws OAuthError `invalid_client`, `invalid_grant`
 */
export async function exchangeCode(credentials: ClientCredentials, code: string, request: ExchangeRequest): Promise<TokenResponse> {
  const response = await redeem({
    source: authorizationCodes,
    credentials,
    hashes: secretHashes('sgc', code),
    kind: 'code',
    gone: CODE_GONE,
    judge: (client, { stored, scopes, grantedScopes }) => {
      const verdict = judgeExchange(client, stored, effectiveScopes(scopes, grantedScopes, client.scopes), request)
      if (verdict.kind === 'refuse') return verdict
      if (verdict.kind === 'replay')
        return { kind: 'replay', reason: 'code_replayed', description: 'the code was already used; everything issued with it has been revoked' }
      return {
        kind: 'accept',
        accessScopes: verdict.scopes,
        refreshScopes: verdict.withRefreshToken ? verdict.scopes : null,
        nonce: openNonce(code, stored.nonceSealed),
      }
    },
  })
  countTokens('authorization_code')
  return response
}
