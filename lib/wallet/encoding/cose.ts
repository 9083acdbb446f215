import type { KeyObject } from 'node:crypto'
import { demand, type RefusalCode } from '../refusals'
import { isSignature, requireAlgorithm } from './algorithms'
import type { Cbor, CborMap } from './cbor'
import { encodeCbor } from './encode-cbor'
import { arrayOf, cborOf, mapOf, octetsOf } from './read-cbor'

const ALG = 1
const CRIT = 2

/** A COSE_Sign1 as it came. Nothing in `open` is signed. @see RFC 9052 §4.2 */
export type Sign1 = { protectedBytes: Uint8Array; headers: CborMap; open: CborMap; payload: Uint8Array | null; signature: Uint8Array }

export function readSign1(value: Cbor | undefined, what: string): Sign1 {
  const parts = arrayOf(value, what)
  const [protectedPart, open, payload, signature] = parts
  demand(parts.length === 4 && payload !== undefined, 'presentation_malformed', what)
  const protectedBytes = octetsOf(protectedPart, what)
  const headers = protectedBytes.length > 0 ? mapOf(cborOf(protectedBytes, what), what) : new Map()
  demand(!headers.has(CRIT), 'presentation_malformed', `${what}: crit`)
  return {
    protectedBytes,
    headers,
    open: mapOf(open, what),
    payload: payload === null ? null : octetsOf(payload, what),
    signature: octetsOf(signature, what),
  }
}

/**
 * The algorithm is read from the protected header and has to be the key's own.
 * @param payload what was signed: the message's own, or one that does not travel with it
 * @throws WalletRefusal `algorithm_not_allowed`, or `code`
 * @see RFC 9052 §4.4
 */
export function verifySign1({ protectedBytes, headers, signature }: Sign1, key: KeyObject, payload: Uint8Array, code: RefusalCode): void {
  const curve = requireAlgorithm(key, 'cose', headers.get(ALG))
  demand(isSignature(key, curve, signatureStructure(protectedBytes, payload), signature), code, 'COSE_Sign1')
}

/** `Sig_structure` without external data. @see RFC 9052 §4.4 */
export const signatureStructure = (protectedBytes: Uint8Array, payload: Uint8Array): Buffer<ArrayBuffer> =>
  encodeCbor(['Signature1', protectedBytes, new Uint8Array(), payload])
