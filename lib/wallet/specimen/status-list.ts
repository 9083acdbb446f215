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

/** `identifierlist+cwt`: what was revoked, by its identifier. @see ISO/IEC 18013-5 §12.3.6.4 */
export function identifierListCwt(
  authority: Authority,
  uri: string,
  revoked: readonly Uint8Array[],
  bend = (claims: Map<number, Encodable>) => claims,
): Buffer {
  // A map from bytes is written by hand: no other one is.
  const identifiers = Buffer.concat([mapHead(revoked.length), ...revoked.flatMap((identifier) => [encodeCbor(identifier), encodeCbor({})])])
  const claims = new Map<number, Encodable>([
    [2, uri],
    [4, now() + TTL_SECONDS],
    [6, now()],
    [65534, TTL_SECONDS],
    [65530, { identifiers: new Tagged(0, null, identifiers) }],
  ])
  return signedCwt(authority, 'application/identifierlist+cwt', bend(claims))
}

/** Of at most 65,535 entries. @see RFC 8949 §3 */
const mapHead = (entries: number) => Buffer.from([0xb9, entries >> 8, entries & 0xff])

/** `statuslist+cwt`. @see Token Status List §5.2 */
export function statusListCwt(authority: Authority, uri: string, entries: Entries): Buffer {
  const claims = new Map<number, Encodable>([
    [2, uri],
    [6, now()],
    [65534, TTL_SECONDS],
    [65533, { bits: BITS, lst: compressed(entries) }],
  ])
  return signedCwt(authority, 'application/statuslist+cwt', claims)
}

function signedCwt(authority: Authority, type: string, claims: Map<number, Encodable>): Buffer {
  const headers = new Map<number, Encodable>([
    [16, type],
    [33, authority.chain.map(derOf)],
  ])
  const sign1 = signCose(authority.key, encodeCbor(claims), { headers })
  return encodeCbor(new Tagged(18, null, Buffer.concat([Buffer.from([0xd2]), encodeCbor(sign1)])))
}
