import { bytesOf } from '../encoding/base64url'
import type { Cbor, CborMap } from '../encoding/cbor'
import { readSign1, type Sign1 } from '../encoding/cose'
import { arrayOf, cborOf, mapOf, octetsOf } from '../encoding/read-cbor'
import { demand } from '../refusals'

const MAX_CHARACTERS = 256 * 1024

/** COSE header of a certificate chain. @see RFC 9360 §2 */
const X5CHAIN = 33

export type MdocDocument = {
  docType: Cbor | undefined
  issuerAuth: Sign1
  /** DER, leaf first. */
  chain: Uint8Array[]
  /** Name space → items, each in the bytes it came in. */
  nameSpaces: CborMap
  /** Null where the device signed nothing. */
  deviceSigned: CborMap | null
}

/** The one document of a device response. @throws WalletRefusal @see ISO/IEC 18013-5 §8.3.2.1.2.2, §9.1.2.4 */
export function readDocument(text: string): MdocDocument {
  demand(text.length <= MAX_CHARACTERS, 'presentation_malformed', 'size')
  const response = mapOf(cborOf(bytesOf(text), 'DeviceResponse'), 'DeviceResponse')
  demand(response.get('version') === '1.0' && response.get('status') === 0, 'presentation_malformed', 'DeviceResponse')
  const documents = arrayOf(response.get('documents'), 'documents')
  demand(documents.length === 1, 'presentation_malformed', 'one document')
  const document = mapOf(documents[0], 'document')
  const issuerSigned = mapOf(document.get('issuerSigned'), 'issuerSigned')
  const issuerAuth = readSign1(issuerSigned.get('issuerAuth'), 'issuerAuth')
  const [nameSpaces, deviceSigned] = [issuerSigned.get('nameSpaces'), document.get('deviceSigned')]
  return {
    docType: document.get('docType'),
    issuerAuth,
    chain: chainOf(issuerAuth),
    nameSpaces: nameSpaces === undefined ? new Map() : mapOf(nameSpaces, 'nameSpaces'),
    deviceSigned: deviceSigned === undefined ? null : mapOf(deviceSigned, 'deviceSigned'),
  }
}

function chainOf({ open }: Sign1): Uint8Array[] {
  const chain = open.get(X5CHAIN)
  demand(chain !== undefined, 'issuer_untrusted', 'no x5chain')
  return (Array.isArray(chain) ? chain : [chain]).map((der) => octetsOf(der, 'x5chain'))
}
