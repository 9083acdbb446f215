import type { JWK } from 'jose'
import { COSE_ALGS, JOSE_ALGS } from '../encoding/algorithms'
import type { PresentationRequest } from '../types'

/** Content encryption that an answer may use. @see HAIP 1.0 §5 */
export const CONTENT_ENCRYPTION = ['A128GCM', 'A256GCM']

const VP_FORMATS = {
  'dc+sd-jwt': { 'sd-jwt_alg_values': JOSE_ALGS, 'kb-jwt_alg_values': JOSE_ALGS },
  mso_mdoc: { issuerauth_alg_values: COSE_ALGS, deviceauth_alg_values: COSE_ALGS },
}

/** The public half of the key that the answer is encrypted to. */
export function encryptionKey({ decryptionKey }: Pick<PresentationRequest, 'decryptionKey'>): JWK | null {
  if (decryptionKey === null) return null
  const { d: _, ...open } = decryptionKey
  return open
}

/** @see OpenID4VP 1.0 §5.1, Annex B.2.2, B.3.4 */
export function clientMetadata(request: PresentationRequest) {
  const key = encryptionKey(request)
  return {
    vp_formats_supported: VP_FORMATS,
    ...(key && { jwks: { keys: [key] }, encrypted_response_enc_values_supported: CONTENT_ENCRYPTION }),
  }
}
