import { createHash, randomBytes } from 'node:crypto'
import { importJWK, SignJWT } from 'jose'
import { numericDate } from '#lib/core/time'
import type { WalletField } from '../catalogue'
import { base64url } from '../encoding/base64url'
import type { Issuing, SdJwtCredential } from './types'

/** Every claim may be held back, and so may what is inside one. @see RFC 9901 §4.2; SD-JWT VC §2.2 */
export async function issueSdJwt({ authority, type, claims, holder, from, until, options }: Issuing): Promise<SdJwtCredential> {
  const disclosures: SdJwtCredential['disclosures'] = []
  const conceal = (field: WalletField, ...parts: unknown[]): string => {
    const text = base64url(Buffer.from(JSON.stringify([base64url(randomBytes(16)), ...parts])))
    disclosures.push({ field, text })
    return createHash('sha256').update(text).digest('base64url')
  }
  const fields = Object.entries(claims) as [WalletField, string | boolean][]
  const digests = fields.map(([field, value]) => {
    const [name, ...below] = type.claims[field] ?? []
    return conceal(field, name, below.length === 0 ? value : inside(below[0] ?? null, (...parts) => conceal(field, ...parts), value))
  })
  const payload = {
    iss: 'https://issuer.example',
    vct: type.type,
    _sd_alg: 'sha-256',
    _sd: [...digests, base64url(randomBytes(32))].sort(),
    cnf: { jwk: holder },
    iat: numericDate(from),
    nbf: numericDate(from),
    exp: numericDate(until),
    ...(options.status && { status: { status_list: options.status } }),
  }
  const issuerJwt = await new SignJWT(options.bend?.(payload) ?? payload)
    .setProtectedHeader({ alg: 'ES256', typ: 'dc+sd-jwt', x5c: authority.chain, ...options.header })
    .sign(await importJWK(authority.key, 'ES256'))
  return { issuerJwt, disclosures }
}

/** The one element of a list, or the one property of an object. */
const inside = (step: string | null, conceal: (...parts: unknown[]) => string, value: unknown) =>
  step === null ? [{ '...': conceal(value) }] : { _sd: [conceal(step, value)] }
