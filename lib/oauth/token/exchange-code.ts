import { secretHashes } from '#lib/core/secret-token'
import { effectiveScopes } from '#lib/grants/effective-scopes'
import { openNonce } from '../authorize/new-code'
import type { ClientCredentials } from '../client/authenticate-client'
import { countTokens } from '../metrics'
import { CODE_GONE, type ExchangeRequest, judgeExchange } from './judge-exchange'
import type { TokenResponse } from './mint-tokens'
import { redeem } from './redeem'
import { authorizationCodes } from './store'

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
    judge: (client, { stored, scopes, grantedScopes }) =>
      judgeExchange(client, stored, effectiveScopes(scopes, grantedScopes, client.scopes), request),
    nonceOf: ({ nonceSealed }) => openNonce(code, nonceSealed),
  })
  countTokens('authorization_code')
  return response
}
