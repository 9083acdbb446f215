import { numericDate } from '#lib/core/time'
import { publicKeyOf } from '../encoding/algorithms'
import { isObject, type JsonObject } from '../encoding/json'
import { readJws, verifyJws } from '../encoding/jws'
import { demand } from '../refusals'
import type { Digest } from './digest'
import type { SdJwt } from './split-sd-jwt'

const PAST_SECONDS = 300
const FUTURE_SECONDS = 60

export type Binding = { audience: string; nonce: string; digest: Digest; now: Date }

/**
 * Whoever presents holds the key that the issuer bound the credential to, and presents it here, now, and as it is.
 * @throws WalletRefusal
 * @see RFC 9901 §4.3, §7.3; OpenID4VP 1.0 §14.1.2, Annex B.3.6
 */
export function judgeKeyBinding({ keyBindingJwt, presented }: SdJwt, claims: JsonObject, { audience, nonce, digest, now }: Binding): void {
  demand(keyBindingJwt !== '' && isObject(claims.cnf) && claims.cnf.jwk !== undefined, 'holder_binding_missing', 'cnf')
  const key = publicKeyOf(claims.cnf.jwk, 'holder_binding_invalid')
  const jws = readJws(keyBindingJwt, 'presentation_malformed')
  demand(jws.header.typ === 'kb+jwt', 'holder_binding_invalid', 'typ')
  verifyJws(jws, key, 'holder_binding_invalid')
  const { payload } = jws
  demand(payload.nonce === nonce, 'nonce_mismatch', 'nonce')
  demand(payload.aud === audience, 'audience_mismatch', 'aud')
  demand(payload.sd_hash === digest(presented), 'sd_hash_mismatch', 'sd_hash')
  const [seconds, { iat }] = [numericDate(now), payload]
  demand(typeof iat === 'number' && iat >= seconds - PAST_SECONDS && iat <= seconds + FUTURE_SECONDS, 'presentation_time_out_of_window', 'iat')
}
