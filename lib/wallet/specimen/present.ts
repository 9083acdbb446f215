import { CompactEncrypt, decodeJwt, importJWK, type JWK } from 'jose'
import type { Misbehaviour } from './misbehaviour'
import { presentMdoc } from './present-mdoc'
import { presentSdJwt } from './present-sd-jwt'
import type { Credential, RequestObject } from './types'

/** Not verified: a specimen wallet answers whoever asks. */
export const readRequestObject = (jwt: string): RequestObject => decodeJwt<RequestObject>(jwt)

/** Parameters of an answer, ready to be posted to `response_uri` as a form, or to be the `data` of a digital credential. */
export type Answer = Record<string, string>

/**
 * Answers a request object with a credential, disclosing exactly what was asked of its type.
 * @param wrong what this wallet does wrong; nothing, if it is left out
 */
export async function present(requestObject: string, credential: Credential, wrong: Misbehaviour = {}): Promise<Answer> {
  const request = readRequestObject(requestObject)
  const presentation = await ('issuerAuth' in credential ? presentMdoc(request, credential, wrong) : presentSdJwt(request, credential, wrong))
  const state = wrong.state ?? request.state
  const token = { [wrong.id ?? credential.id]: [presentation] }
  const key = request.client_metadata.jwks?.keys[0]
  if (!key || wrong.isInClear) return { ...(state && { state }), vp_token: JSON.stringify(token) }
  return { response: await encrypt(key, { ...(state && { state }), vp_token: token }, wrong) }
}

/** The person said no. @see OpenID4VP 1.0 §8.5 */
export function decline(requestObject: string): Answer {
  const { state } = readRequestObject(requestObject)
  return { error: 'access_denied', ...(state && { state }) }
}

/** @see OpenID4VP 1.0 §8.3 */
const encrypt = async (key: JWK, answer: object, wrong: Misbehaviour) =>
  new CompactEncrypt(Buffer.from(JSON.stringify(answer)))
    .setProtectedHeader({
      alg: 'ECDH-ES',
      enc: wrong.contentEncryption ?? 'A256GCM',
      kid: wrong.keyId ?? key.kid,
      ...(wrong.isCompressed && { zip: 'DEF' }),
    })
    .encrypt(await importJWK(key, 'ECDH-ES'))
