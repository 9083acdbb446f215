import { createHash } from 'node:crypto'
import { CompactSign, importJWK } from 'jose'
import { numericDate } from '#lib/core/time'
import { disclosedFields } from './asked-fields'
import type { Misbehaviour } from './misbehaviour'
import type { Credential, RequestObject, SdJwtCredential } from './types'

/** @see RFC 9901 §4.3; OpenID4VP 1.0 Annex B.3.6 */
export async function presentSdJwt(request: RequestObject, credential: Credential & SdJwtCredential, wrong: Misbehaviour): Promise<string> {
  const fields = disclosedFields(request, credential, wrong)
  const disclosed = credential.disclosures.filter(({ field }) => fields.includes(field))
  const texts = disclosed.map(({ text }) => wrong.alter?.(Buffer.from(text)).toString() ?? text)
  const presented = `${[credential.issuerJwt, ...texts, ...(wrong.extra ?? [])].join('~')}~`
  if (wrong.hasNoBinding) return presented
  const binding = {
    nonce: wrong.nonce ?? request.nonce,
    aud: wrong.audience ?? request.client_id,
    iat: numericDate(new Date()) + (wrong.skewSeconds ?? 0),
    sd_hash: wrong.sdHash ?? createHash('sha256').update(presented).digest('base64url'),
  }
  const key = await importJWK(wrong.key ?? credential.deviceKey, 'ES256')
  const jwt = new CompactSign(Buffer.from(JSON.stringify(binding))).setProtectedHeader({ alg: 'ES256', typ: wrong.bindingType ?? 'kb+jwt' })
  return presented + (await jwt.sign(key))
}
