import { transaction } from '#lib/core/db'
import { secretHashes } from '#lib/core/secret-token'
import { effectiveScopes } from '#lib/grants/effective-scopes'
import { deleteGrant } from '#lib/grants/store'
import { authenticateClient, type ClientCredentials } from './authenticate-client'
import { OAuthError } from './errors'
import { judgeRefresh } from './judge-refresh'
import { countTokens } from './metrics'
import { consumeRefreshToken, lockRefreshToken } from './store/exchange'
import { mintTokens, type TokenResponse } from './token-response'

/**
 * Turns a refresh token into the next one and a new access token; the old one stops working in the same transaction.
 * The new refresh token keeps the scopes of the old one, also when a part of them was asked for.
 * Spec: States, Refresh token. @see RFC 6749 §6, OpenID Connect Core §12.2
 * @param scope the `scope` parameter as sent
 * @throws OAuthError `invalid_client`, `invalid_grant`, `invalid_scope`
 */
export async function rotateRefreshToken(credentials: ClientCredentials, refreshToken: string, scope: string | undefined): Promise<TokenResponse> {
  const hashes = secretHashes('sgr', refreshToken)
  const requested = scope === undefined ? null : scope.split(' ').filter(Boolean)

  const outcome = await transaction(async (tx) => {
    const locked = await lockRefreshToken(tx, credentials.clientId, hashes)
    const client = locked?.client ?? null
    authenticateClient(credentials, client)
    const { family, token } = locked as NonNullable<typeof locked>
    const scopes = family ? effectiveScopes(family.scopes, family.grantedScopes, client.scopes) : []

    const verdict = judgeRefresh(client, token, scopes, requested)
    if (verdict.kind === 'refuse' || !family) {
      return { refused: verdict.kind === 'refuse' ? verdict : ({ code: 'invalid_grant', reason: 'the refresh token is unknown' } as const) }
    }
    if (verdict.kind === 'replay') {
      await deleteGrant(tx, family.grantId, 'app.replay_detected')
      return { refused: { code: 'invalid_grant', reason: 'the refresh token was already used; the user must log in again' } as const }
    }

    const minted = mintTokens({
      client,
      grantId: family.grantId,
      signIn: family.signIn,
      accessScopes: verdict.accessScopes,
      refreshScopes: scopes,
    })
    await consumeRefreshToken(tx, hashes, minted.stored)
    return { minted }
  })

  if ('refused' in outcome && outcome.refused) throw new OAuthError(outcome.refused.code, outcome.refused.reason)
  countTokens('refresh_token')
  return (outcome as { minted: ReturnType<typeof mintTokens> }).minted.respond()
}
