import { deflateSync } from 'node:zlib'
import { importJWK, SignJWT } from 'jose'
import { numericDate } from '#lib/core/time'
import { base64url } from '../encoding/base64url'
import { Tagged } from '../encoding/cbor'
import { type Encodable, encodeCbor } from '../encoding/encode-cbor'
import { type Authority, derOf } from './authority'
import { signCose } from './sign-cose'

const ENTRIES = 100_000
const BITS = 2
const TTL_SECONDS = 3600

/** What entries of a list say that are not 0. @see Token Status List §7.1 */
export const STATUS = { valid: 0, invalid: 1, suspended: 2 } as const

type Entries = Readonly<Record<number, number>>

/** A hundred thousand entries, most of them valid. @see Token Status List §4.1 */
function compressed(entries: Entries): Buffer {
  const bytes = Buffer.alloc((ENTRIES * BITS) / 8)
  for (const [index, value] of Object.entries(entries)) {
    const bit = Number(index) * BITS
    bytes[bit >> 3] = (bytes[bit >> 3] ?? 0) | (value << (bit & 7))
  }
  return deflateSync(bytes)
}

const now = () => numericDate(new Date())

/** `statuslist+jwt`. @see Token Status List §5.1 */
export const statusListJwt = async (authority: Authority, uri: string, entries: Entries, claims: Record<string, unknown> = {}): Promise<Buffer> =>
  Buffer.from(
    await new SignJWT({ sub: uri, iat: now(), ttl: TTL_SECONDS, status_list: { bits: BITS, lst: base64url(compressed(entries)) }, ...claims })
      .setProtectedHeader({ alg: 'ES256', typ: 'statuslist+jwt', x5c: authority.chain })
      .sign(await importJWK(authority.key, 'ES256')),
  )

/** `statuslist+cwt`. @see Token Status List §5.2 */
export function statusListCwt(authority: Authority, uri: string, entries: Entries): Buffer {
  const claims = new Map<number, Encodable>([
    [2, uri],
    [6, now()],
    [65534, TTL_SECONDS],
    [65533, { bits: BITS, lst: compressed(entries) }],
  ])
  const headers = new Map<number, Encodable>([
    [16, 'application/statuslist+cwt'],
    [33, authority.chain.map(derOf)],
  ])
  const sign1 = signCose(authority.key, encodeCbor(claims), { headers })
  return encodeCbor(new Tagged(18, null, Buffer.concat([Buffer.from([0xd2]), encodeCbor(sign1)])))
}
