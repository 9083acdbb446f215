import type { Certificate } from '../certificates/read-certificate'
import { Tagged } from '../encoding/cbor'
import { readSign1, verifySign1 } from '../encoding/cose'
import { arrayOf, cborOf, dateTimeOf, mapOf, octetsOf, textOf } from '../encoding/read-cbor'
import { demand } from '../refusals'
import type { TrustList } from './trust-list'

const SIGN1 = 18

/**
 * A Verified Issuer Certificate Authority List: the doc types that each authority issues are in it.
 * @param signer whose signature it has to carry
 * @throws WalletRefusal when it is none, is not the signer's, or is over
 * @see ISO/IEC 18013-5 Annex C.1.7
 */
export function readVical(bytes: Uint8Array, signer: Certificate, now: Date): TrustList {
  const outer = cborOf(bytes, 'VICAL')
  const sign1 = readSign1(outer instanceof Tagged && outer.tag === SIGN1 ? outer.value : outer, 'VICAL')
  const payload = octetsOf(sign1.payload ?? undefined, 'VICAL')
  verifySign1(sign1, signer.key, payload, 'issuer_signature_invalid')
  const vical = mapOf(cborOf(payload, 'VICAL'), 'VICAL')
  demand(String(vical.get('version')).startsWith('1.'), 'presentation_malformed', 'version of the VICAL')
  demand(dateTimeOf(vical.get('date'), 'date') <= now, 'credential_not_yet_valid', 'date')
  const next = vical.get('nextUpdate')
  const until = next === undefined ? null : dateTimeOf(next, 'nextUpdate')
  demand(until === null || until > now, 'credential_expired', 'nextUpdate')
  return {
    source: `VICAL of ${textOf(vical.get('vicalProvider'), 'vicalProvider')}`,
    until,
    entries: arrayOf(vical.get('certificateInfos'), 'certificateInfos').map((each) => {
      const info = mapOf(each, 'certificateInfo')
      const types = arrayOf(info.get('docType'), 'docType').map((type) => textOf(type, 'docType'))
      return { certificate: octetsOf(info.get('certificate'), 'certificate'), types, service: null }
    }),
  }
}
