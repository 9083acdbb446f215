import { timingSafeEqual } from 'node:crypto'
import { isPublicClient } from '#lib/apps/schema'
import { secretHashes } from '#lib/core/secret-token'
import { OAuthError } from '../errors'
import type { ReasonFor } from '../reasons'
import type { Client } from './store'

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
  const reason = faultOf(credentials, client)
  if (reason) throw new OAuthError(reason, REFUSAL)
}

function faultOf({ clientSecret }: ClientCredentials, client: Client | null): ReasonFor<'invalid_client'> | null {
  if (!client) return 'client_unknown'
  if (!client.isActive) return 'client_inactive'
  // A public client has no secret: one that sends something is not the client that was registered.
  if (isPublicClient(client.clientType)) return clientSecret === undefined ? null : 'client_secret_unexpected'
  if (clientSecret === undefined) return 'client_secret_missing'
  const stored = client.secretHash
  const fits = stored && secretHashes('sgs', clientSecret).some((hash) => hash.length === stored.length && timingSafeEqual(hash, stored))
  return fits ? null : 'client_secret_wrong'
}
