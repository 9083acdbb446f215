import { transaction } from '#lib/core/db'
import { secretHashes } from '#lib/core/secret-token'
import { authenticateClient, type ClientCredentials } from '../client/authenticate-client'
import { findClient } from '../client/store'
import { deleteAccessToken, deleteTokenFamily } from './store'

/**
 * Revokes a token of the client: an access token alone, a refresh token with every token of its grant. Unknown and
 * foreign tokens change nothing and get the same answer. The kind shows in the token itself, so a wrong
 * `token_type_hint` cannot mislead. @see RFC 7009 §2
 * @throws OAuthError `invalid_client`
 */
export async function revokeToken(credentials: ClientCredentials, token: string): Promise<void> {
  const client = await findClient(credentials.clientId)
  authenticateClient(credentials, client)

  const accessHashes = secretHashes('sga', token)
  if (accessHashes.length > 0) await deleteAccessToken(accessHashes, client.id)

  const refreshHashes = secretHashes('sgr', token)
  if (refreshHashes.length > 0) await transaction((tx) => deleteTokenFamily(tx, refreshHashes, client.id))
}
