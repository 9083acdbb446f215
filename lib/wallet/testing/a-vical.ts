import { rfc3339 } from '#lib/core/time'
import { Tagged } from '../encoding/cbor'
import { type Encodable, encodeCbor } from '../encoding/encode-cbor'
import { type Authority, derOf } from '../specimen/authority'
import { signCose } from '../specimen/sign-cose'

/** A VICAL of authorities and their doc types. @see ISO/IEC 18013-5 Annex C.1.7 */
export function aVical(
  signer: Authority,
  entries: readonly { certificate: Uint8Array; docType: string[] }[],
  nextUpdate = new Date(Date.now() + 86_400_000),
) {
  const payload = {
    version: '1.0',
    vicalProvider: 'Utopia Transport',
    date: new Tagged(0, rfc3339(new Date())),
    nextUpdate: new Tagged(0, rfc3339(nextUpdate)),
    certificateInfos: entries.map(({ certificate, docType }) => ({
      certificate,
      serialNumber: new Tagged(2, new Uint8Array([1, 2, 3])),
      ski: new Uint8Array(20),
      docType,
    })),
  } satisfies Encodable
  const open = new Map<number, Encodable>([[33, derOf(signer.chain[0] as string)]])
  return encodeCbor(signCose(signer.key, encodeCbor(payload), { open }))
}
