import { numericDate } from '#lib/core/time'
import type { CredentialType } from '../catalogue'
import { judgePath } from '../certificates/judge-path'
import { certificateBytes } from '../encoding/base64url'
import { isObject, type JsonObject } from '../encoding/json'
import { type Jws, readJws, verifyJws } from '../encoding/jws'
import type { Proven, Rules } from '../proven'
import { demand, WalletRefusal } from '../refusals'
import { digestNamed } from './digest'
import { judgeKeyBinding } from './judge-key-binding'
import { readDisclosures } from './read-disclosures'
import { splitSdJwt } from './split-sd-jwt'
import { unfold } from './unfold'

/** For issuers whose clock is ahead of ours. */
const SKEW_SECONDS = 60

/**
 * An SD-JWT VC with key binding: its issuer, what it disclosed, its time, its holder, in that order.
 * @throws WalletRefusal
 * @see RFC 9901 §7; SD-JWT VC §2.4; OpenID4VP 1.0 Annex B.3; HAIP 1.0 §6.1.1
 */
export function judgeSdJwt(text: string, type: CredentialType, { anchors, clientId, nonce, now }: Rules): Proven {
  const parts = splitSdJwt(text)
  const jws = readJws(parts.issuerJwt, 'presentation_malformed')
  demand(jws.header.typ === 'dc+sd-jwt', 'presentation_malformed', 'typ')
  demand(jws.payload.vct === type.type, 'credential_type_not_asked', 'vct')
  const path = judgePath(chainOf(jws), anchors, { now, extendedKeyUsage: type.extendedKeyUsage })
  verifyJws(jws, path.leaf.key, 'issuer_signature_invalid')
  const digest = digestNamed(jws.payload._sd_alg)
  const claims = unfold(jws.payload, readDisclosures(parts.disclosures, digest))
  const times = judgeTimes(claims, now)
  judgeKeyBinding(parts, claims, { audience: clientId, nonce, digest, now })
  return { path, claims: { read: (steps) => valueAt(claims, steps) }, statuses: statusesOf(claims), ...times }
}

/** @see RFC 7515 §4.1.6; HAIP 1.0 §6.1.1: an issuer is known by its certificate */
function chainOf({ header: { x5c } }: Jws): Uint8Array[] {
  demand(Array.isArray(x5c) && x5c.length > 0, 'issuer_untrusted', 'no x5c')
  return x5c.map((one) => {
    demand(typeof one === 'string', 'presentation_malformed', 'x5c')
    return certificateBytes(one)
  })
}

/** @see SD-JWT VC §2.2.2.2; RFC 7519 §4.1.4 to §4.1.6 */
function judgeTimes({ exp, nbf, iat }: JsonObject, now: Date) {
  const seconds = numericDate(now)
  for (const time of [exp, nbf, iat]) demand(time === undefined || isTime(time), 'presentation_malformed', 'a time')
  const [until, from, issued] = [exp, nbf, iat] as (number | undefined)[]
  demand(until === undefined || until > seconds, 'credential_expired', 'exp')
  demand(Math.max(from ?? 0, issued ?? 0) <= seconds + SKEW_SECONDS, 'credential_not_yet_valid', 'nbf')
  return { issuedAt: dateOf(issued ?? from), expiresAt: dateOf(until) }
}

const isTime = (value: unknown) => typeof value === 'number' && value >= 0 && value < 8.64e12
const dateOf = (seconds: number | undefined) => (seconds === undefined ? null : new Date(Math.floor(seconds * 1000)))

/** @see Token Status List §6.2 */
function statusesOf({ status }: JsonObject): Proven['statuses'] {
  if (status === undefined) return []
  const list = isObject(status) ? status.status_list : undefined
  if (!isObject(list)) throw new WalletRefusal('status_unavailable', 'a status of another kind')
  return [{ index: list.idx, uri: list.uri }]
}

/** The first of an array where the path says each. @see OpenID4VP 1.0 §7.1 */
function valueAt(claims: JsonObject, steps: readonly (string | null)[]): unknown {
  let value: unknown = claims
  for (const step of steps) {
    if (step === null) value = Array.isArray(value) ? value[0] : undefined
    else value = isObject(value) && Object.hasOwn(value, step) ? value[step] : undefined
  }
  return value
}
