import { createPrivateKey, sign } from 'node:crypto'
import type { JWK } from 'jose'
import { signatureStructure } from '../encoding/cose'
import { type Encodable, encodeCbor } from '../encoding/encode-cbor'

const ES256 = -7

/**
 * A COSE_Sign1 with ES256.
 * @param payload what is signed; where it does not travel with it, `isDetached`
 * @see RFC 9052 §4.4
 */
export function signCose(
  key: JWK,
  payload: Uint8Array,
  rest: { open?: Map<number, Encodable>; headers?: Map<number, Encodable>; isDetached?: boolean },
) {
  const protectedBytes = encodeCbor(new Map<number, Encodable>([[1, ES256], ...(rest.headers ?? [])]))
  const signature = sign('sha256', signatureStructure(protectedBytes, payload), {
    key: createPrivateKey({ format: 'jwk', key: { ...key } }),
    dsaEncoding: 'ieee-p1363',
  })
  return [protectedBytes, rest.open ?? new Map(), rest.isDetached ? null : payload, signature] satisfies Encodable[]
}
