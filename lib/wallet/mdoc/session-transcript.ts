import { createHash } from 'node:crypto'
import { calculateJwkThumbprint } from 'jose'
import { type Encodable, encodeCbor } from '../encoding/encode-cbor'
import { encryptionKey } from '../request/client-metadata'
import type { PresentationRequest } from '../types'

type Asked = Pick<PresentationRequest, 'clientId' | 'nonce' | 'responseUri' | 'origin' | 'decryptionKey'>

/**
 * What binds a device's signature to this request: who asks, the nonce, the key of the answer, and where it goes.
 * @see OpenID4VP 1.0 Annex B.2.6.1 (redirects), B.2.6.2 (Digital Credentials API)
 */
export async function sessionTranscript(request: Asked): Promise<Encodable> {
  const key = encryptionKey(request)
  const thumbprint = key && Buffer.from(await calculateJwkThumbprint(key), 'base64url')
  return request.origin === null
    ? transcriptOf('OpenID4VPHandover', encodeCbor([request.clientId, request.nonce, thumbprint, request.responseUri]))
    : transcriptOf('OpenID4VPDCAPIHandover', encodeCbor([request.origin, request.nonce, thumbprint]))
}

const transcriptOf = (handover: string, info: Uint8Array): Encodable => [null, null, [handover, createHash('sha256').update(info).digest()]]
