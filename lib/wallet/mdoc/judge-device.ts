import { readSign1, verifySign1 } from '../encoding/cose'
import { type Encodable, encodeCbor, wrapped } from '../encoding/encode-cbor'
import { mapOf, wrappedOf } from '../encoding/read-cbor'
import { demand } from '../refusals'
import type { MdocDocument } from './read-document'
import { deviceKeyOf, type Mso } from './read-mso'

/**
 * The device that the issuer bound the document to signed it for this request. A MAC would need a key of ours, which
 * OpenID4VP has not; what a device says of itself is no claim.
 * @throws WalletRefusal
 * @see ISO/IEC 18013-5 §9.1.3; OpenID4VP 1.0 Annex B.2
 */
export function judgeDevice({ deviceSigned }: MdocDocument, mso: Mso, docType: string, transcript: Encodable): void {
  demand(deviceSigned !== null, 'holder_binding_missing', 'deviceSigned')
  const deviceAuth = mapOf(deviceSigned.get('deviceAuth'), 'deviceAuth')
  const given = deviceAuth.get('deviceSignature')
  demand(given !== undefined, 'holder_binding_missing', 'deviceSignature')
  demand(deviceAuth.size === 1, 'presentation_malformed', 'deviceAuth')
  const signature = readSign1(given, 'deviceSignature')
  demand(signature.payload === null, 'presentation_malformed', 'payload of deviceSignature')
  const { tagged, content } = wrappedOf(deviceSigned.get('nameSpaces'), 'DeviceNameSpaces')
  const authentication = wrapped(['DeviceAuthentication', transcript, docType, tagged])
  verifySign1(signature, deviceKeyOf(mso), encodeCbor(authentication), 'holder_binding_invalid')
  demand(mapOf(content, 'DeviceNameSpaces').size === 0, 'claims_unexpected', 'device-signed claims')
}
