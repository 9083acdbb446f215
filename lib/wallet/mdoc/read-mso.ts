import type { KeyObject } from 'node:crypto'
import { COSE_CURVES, publicKeyOf } from '../encoding/algorithms'
import { base64url } from '../encoding/base64url'
import type { CborMap } from '../encoding/cbor'
import { cborOf, dateTimeOf, mapOf, octetsOf, wrappedOf } from '../encoding/read-cbor'
import type { StatusReference } from '../proven'
import { demand } from '../refusals'

const DIGESTS: Readonly<Record<string, string>> = { 'SHA-256': 'sha256', 'SHA-384': 'sha384', 'SHA-512': 'sha512' }

/** A mobile security object. @see ISO/IEC 18013-5 §9.1.2.4 */
export type Mso = {
  content: CborMap
  /** Of node:crypto. */
  hash: string
  digests: CborMap
  signed: Date
  validFrom: Date
  validUntil: Date
}

/** @throws WalletRefusal `algorithm_not_allowed`, `presentation_malformed` */
export function readMso(content: CborMap): Mso {
  const algorithm = content.get('digestAlgorithm')
  const hash = typeof algorithm === 'string' && Object.hasOwn(DIGESTS, algorithm) ? DIGESTS[algorithm] : undefined
  demand(content.get('version') === '1.0', 'presentation_malformed', 'version of the MSO')
  demand(hash !== undefined, 'algorithm_not_allowed', 'digestAlgorithm')
  const validity = mapOf(content.get('validityInfo'), 'validityInfo')
  return {
    content,
    hash,
    digests: mapOf(content.get('valueDigests'), 'valueDigests'),
    signed: dateTimeOf(validity.get('signed'), 'signed'),
    validFrom: dateTimeOf(validity.get('validFrom'), 'validFrom'),
    validUntil: dateTimeOf(validity.get('validUntil'), 'validUntil'),
  }
}

/** What the issuer signed. @see ISO/IEC 18013-5 §9.1.2.4, MobileSecurityObjectBytes */
export const msoContent = (payload: Uint8Array | null): CborMap =>
  mapOf(wrappedOf(cborOf(octetsOf(payload ?? undefined, 'MSO'), 'MSO'), 'MSO').content, 'MSO')

/** @see RFC 9053 §7.1.1; ISO/IEC 18013-5 §9.1.2.4, deviceKeyInfo */
export function deviceKeyOf({ content }: Mso): KeyObject {
  const key = mapOf(mapOf(content.get('deviceKeyInfo'), 'deviceKeyInfo').get('deviceKey'), 'deviceKey')
  const crv = COSE_CURVES[key.get(-1) as number]
  demand(key.get(1) === 2 && crv !== undefined && !key.has(-4), 'algorithm_not_allowed', 'deviceKey')
  const [x, y] = [octetsOf(key.get(-2), 'deviceKey'), octetsOf(key.get(-3), 'deviceKey')]
  return publicKeyOf({ kty: 'EC', crv, x: base64url(x), y: base64url(y) }, 'holder_binding_invalid')
}

/** @see Token Status List §6.3; ISO/IEC 18013-5 §12.3.6.2 */
export function statusesOf({ content }: Mso): StatusReference[] {
  const status = content.get('status')
  if (status === undefined) return []
  const [list, identifiers] = ['status_list', 'identifier_list'].map((kind) => referenceOf(mapOf(status, 'status'), kind))
  const references = [
    ...(list ? [{ index: list.get('idx'), uri: list.get('uri'), certificate: list.get('certificate') }] : []),
    ...(identifiers ? [{ identifier: identifiers.get('id'), uri: identifiers.get('uri'), certificate: identifiers.get('certificate') }] : []),
  ]
  demand(references.length > 0, 'status_unavailable', 'a status of another kind')
  return references
}

function referenceOf(status: CborMap, kind: string): CborMap | null {
  const reference = status.get(kind)
  return reference === undefined ? null : mapOf(reference, kind)
}
