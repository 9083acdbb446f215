import { compactDecrypt, decodeProtectedHeader, importJWK, type JWK } from 'jose'
import { type JsonObject, readJsonObject } from '../encoding/json'
import { demand, orRefuse, WalletRefusal } from '../refusals'
import { CONTENT_ENCRYPTION } from '../request/client-metadata'

const MAX_CHARACTERS = 512 * 1024

/**
 * Opens an encrypted answer: ECDH-ES to the key of this request, and a content encryption that we offered.
 * @throws WalletRefusal
 * @see OpenID4VP 1.0 §8.3; RFC 7516 §5.2; RFC 7518 §4.6
 */
export async function decryptResponse(key: JWK, response: unknown): Promise<JsonObject> {
  demand(typeof response === 'string' && response.length <= MAX_CHARACTERS, 'wallet_response_malformed', 'response')
  const header = orRefuse('wallet_response_malformed', 'JWE header', () => decodeProtectedHeader(response))
  demand(header.kid === undefined || header.kid === key.kid, 'wallet_response_malformed', 'kid')
  // Nobody was told that we would inflate anything.
  demand(header.zip === undefined, 'wallet_response_malformed', 'zip')
  return readJsonObject(await plaintext(response, key), 'wallet_response_malformed')
}

async function plaintext(response: string, key: JWK): Promise<Uint8Array> {
  try {
    const options = { keyManagementAlgorithms: ['ECDH-ES'], contentEncryptionAlgorithms: CONTENT_ENCRYPTION }
    return (await compactDecrypt(response, await importJWK(key, 'ECDH-ES'), options)).plaintext
  } catch (cause) {
    throw new WalletRefusal('wallet_response_malformed', 'JWE', { cause })
  }
}
