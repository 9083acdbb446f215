import type { PresentationRequest, VerifierIdentity } from '../types'
import { signRequestObject } from './sign-request-object'

/** Name of the exchange. @see OpenID4VP 1.0 Annex A.1 */
const PROTOCOL = 'openid4vp-v1-signed'

/**
 * What a page hands to `navigator.credentials.get({ digital: { requests: [it] }, mediation: 'required' })`. The `data` of
 * the credential that comes back are the parameters of the answer.
 * @see OpenID4VP 1.0 Annex A.3.2
 */
export async function digitalCredentialsRequest(request: PresentationRequest, identity: VerifierIdentity, now: Date) {
  return { protocol: PROTOCOL, data: { request: await signRequestObject(request, identity, { now }) } }
}
