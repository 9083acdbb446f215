import { ApiError } from '#lib/core/api-error'
import { secretHashes } from '#lib/core/secret-token'
import { type CompanyActor, checkedActor } from './actor'
import type { KeyPermission } from './keys/key-permissions'
import { findApiKey } from './store'

/** Of what is live, and of a test environment. */
const API_KEYS = ['sgk', 'sgk_test'] as const

const BEARER = /^Bearer +([\x21-\x7e]+)$/i

/** A key that was proven, with what it is good for. */
export type ProvenKey = CompanyActor & { permissions: readonly KeyPermission[]; allowedNetworks: readonly string[] }

/**
 * The company behind `Authorization: Bearer <API_KEY>`. Missing, malformed, unknown, invalidated and expired keys, and those
 * of a suspended company, get one answer.
 * Spec: Authentication. @see RFC 6750 §2.1
 * @throws ApiError `unauthorized`
 */
export async function authenticateApiKey(authorization: string | null): Promise<ProvenKey> {
  const token = BEARER.exec(authorization ?? '')?.[1]
  const hashes = token ? API_KEYS.flatMap((kind) => secretHashes(kind, token)) : []
  const key = hashes.length > 0 ? await findApiKey(hashes) : null
  if (!key) throw new ApiError('unauthorized', 'Send a valid API key as "Authorization: Bearer <API_KEY>".')
  const { id, companyId, permissions, allowedNetworks } = key
  return { ...checkedActor({ companyId, kind: 'api_key', id }), permissions, allowedNetworks }
}
