import { numericDate } from '#lib/core/time'
import * as x509 from '../certificates/x509'
import { Tagged } from '../encoding/cbor'
import { readSign1 } from '../encoding/cose'
import { isObject } from '../encoding/json'
import { readJws } from '../encoding/jws'
import { cborOf, mapOf, octetsOf } from '../encoding/read-cbor'
import { demand } from '../refusals'
import { LIST_LIMITS } from '../status/read-identifier-list'

/** How long a list is kept, and when it is fetched again while it is in use. */
export type Life = { refreshSeconds: number; expirySeconds: number }

const LONGEST_SECONDS = 12 * 3600
/** Revocation lists say themselves when the next one comes. */
const LONGEST_REVOCATION_SECONDS = 7 * 86_400

/** Labels of a CWT. @see RFC 8392 §4; Token Status List §14.5 */
const [EXP, TTL] = [4, 65534]

const lifeOf = (seconds: number): Life => ({ expirySeconds: seconds, refreshSeconds: Math.min(seconds, LONGEST_SECONDS) / 2 })

/**
 * What a status list says of its own life, not longer than twelve hours. Its signature is checked each time it is read.
 * @throws Error for what is no status list, which is not kept
 * @see Token Status List §13.7
 */
export function judgeStatusListLife(body: Uint8Array, now: Date): Life {
  const { ttl, exp } = body[0] === 0xd2 ? timesOfCwt(body) : timesOfJwt(body)
  const rest = typeof exp === 'number' ? exp - numericDate(now) : LONGEST_SECONDS
  const seconds = Math.floor(Math.min(LONGEST_SECONDS, typeof ttl === 'number' && ttl > 0 ? ttl : LONGEST_SECONDS, rest))
  demand(seconds > 0, 'status_unavailable', 'exp')
  return lifeOf(seconds)
}

function timesOfJwt(body: Uint8Array) {
  const { payload } = readJws(Buffer.from(body).toString('latin1').trim(), 'status_unavailable')
  demand(isObject(payload.status_list), 'status_unavailable', 'status_list')
  return { ttl: payload.ttl, exp: payload.exp }
}

function timesOfCwt(body: Uint8Array) {
  const outer = cborOf(body, 'CWT')
  demand(outer instanceof Tagged, 'status_unavailable', 'CWT')
  const payload = octetsOf(readSign1(outer.value, 'CWT').payload ?? undefined, 'CWT')
  const claims = mapOf(cborOf(payload, 'CWT', LIST_LIMITS), 'CWT')
  return { ttl: claims.get(TTL), exp: claims.get(EXP) }
}

/** @throws Error for what is no revocation list @see RFC 5280 §5.1.2.5 */
export function judgeRevocationListLife(body: Uint8Array, now: Date): Life {
  const { nextUpdate } = new x509.X509Crl(new Uint8Array(body))
  const rest = nextUpdate === undefined ? 0 : numericDate(nextUpdate) - numericDate(now)
  demand(rest > 0, 'status_unavailable', 'nextUpdate')
  return lifeOf(Math.min(rest, LONGEST_REVOCATION_SECONDS))
}
