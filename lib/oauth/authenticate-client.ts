import { timingSafeEqual } from 'node:crypto'
import { isPublicClient } from '#lib/apps/schema'
import { secretHashes } from '#lib/core/secret-token'
import { OAuthError } from './errors'
import type { Client } from './store/client'

/** What the request says about the client, before anything is proven. */
export type ClientCredentials = {
  clientId: string
  /** Absent for `none`. */
  clientSecret: string | undefined
  method: 'client_secret_basic' | 'client_secret_post' | 'none'
}

const REFUSAL = 'the client is unknown, its credentials are wrong or it is not active'

/**
 * Proves the client. Everything that can be wrong gets one answer. @see RFC 6749 §2.3, §3.2.1
 * @throws OAuthError `invalid_client`
 */
export function authenticateClient(credentials: ClientCredentials, client: Client | null): asserts client is Client {
  if (!client?.isActive || !secretFits(credentials, client)) throw new OAuthError('invalid_client', REFUSAL)
}

function secretFits({ clientSecret }: ClientCredentials, client: Client): boolean {
  // A public client has no secret: one that sends something is not the client that was registered.
  if (isPublicClient(client.clientType)) return clientSecret === undefined
  if (clientSecret === undefined || !client.secretHash) return false
  const stored = client.secretHash
  return secretHashes('sgs', clientSecret).some((hash) => hash.length === stored.length && timingSafeEqual(hash, stored))
}
