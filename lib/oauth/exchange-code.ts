import { transaction } from '#lib/core/db'
import { secretHashes } from '#lib/core/secret-token'
import { effectiveScopes } from '#lib/grants/effective-scopes'
import { deleteGrant } from '#lib/grants/store'
import { authenticateClient, type ClientCredentials } from './authenticate-client'
import { OAuthError } from './errors'
import { type ExchangeRequest, judgeExchange } from './judge-exchange'
import { countTokens } from './metrics'
import { consumeCode, lockCode } from './store/exchange'
import { mintTokens, type TokenResponse } from './token-response'

/**
 * Turns an authorization code into tokens. Single use is decided under the lock of the grant, so of any number of
 * simultaneous exchanges at most one gets tokens, and the next one ends them. @see RFC 6749 §4.1.3
 * @throws OAuthError `invalid_client`, `invalid_grant`
 */
export async function exchangeCode(credentials: ClientCredentials, code: string, request: ExchangeRequest): Promise<TokenResponse> {
  const hashes = secretHashes('sgc', code)

  const outcome = await transaction(async (tx) => {
    const locked = await lockCode(tx, credentials.clientId, hashes)
    const client = locked?.client ?? null
    authenticateClient(credentials, client)
    const { family, code: stored } = locked as NonNullable<typeof locked>
    const scopes = family ? effectiveScopes(family.scopes, family.grantedScopes, client.scopes) : []

    const verdict = judgeExchange(client, stored, scopes, request)
    if (verdict.kind === 'refuse' || !family) return { refused: verdict.kind === 'refuse' ? verdict.reason : 'the code is unknown' }
    if (verdict.kind === 'replay') {
      // Returned, not thrown: a throw would roll the deletion back.
      await deleteGrant(tx, family.grantId, 'app.replay_detected')
      return { refused: 'the code was already used; everything issued with it has been revoked' }
    }

    const minted = mintTokens({
      client,
      grantId: family.grantId,
      signIn: family.signIn,
      accessScopes: verdict.scopes,
      refreshScopes: verdict.withRefreshToken ? verdict.scopes : null,
    })
    await consumeCode(tx, hashes, minted.stored)
    return { minted }
  })

  if ('refused' in outcome) throw new OAuthError('invalid_grant', outcome.refused ?? '')
  countTokens('authorization_code')
  return outcome.minted.respond()
}
