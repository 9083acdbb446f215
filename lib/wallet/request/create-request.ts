import { randomBytes } from 'node:crypto'
import { exportJWK, generateKeyPair, type JWK } from 'jose'
import type { CreatePresentationRequest } from '../types'
import { buildQuery } from './build-query'

/** 43 characters, 256 bits. */
const secret = () => randomBytes(32).toString('base64url')

/**
 * A request with everything in it new: nonce, state, and the key that the answer is encrypted to.
 * @returns null when no type that may answer tells all the fields
 * @see OpenID4VP 1.0 §5.2, §8.3, §14.1
 */
export const createPresentationRequest: CreatePresentationRequest = async ({ clientId, fields, types, authorities, channel }) => {
  const query = buildQuery(fields, types, authorities)
  if (query === null) return null
  return {
    clientId,
    responseMode: channel.responseMode,
    responseUri: 'responseUri' in channel ? channel.responseUri : null,
    origin: 'origin' in channel ? channel.origin : null,
    fields: [...fields],
    query,
    nonce: secret(),
    state: secret(),
    decryptionKey: channel.responseMode === 'direct_post' ? null : await newDecryptionKey(),
  }
}

/** @see HAIP 1.0 §5: ECDH-ES on P-256 */
async function newDecryptionKey(): Promise<JWK> {
  const { privateKey } = await generateKeyPair('ECDH-ES', { crv: 'P-256', extractable: true })
  return { ...(await exportJWK(privateKey)), use: 'enc', alg: 'ECDH-ES', kid: randomBytes(12).toString('base64url') }
}
