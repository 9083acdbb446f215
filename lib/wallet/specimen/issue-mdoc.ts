import { createHash, randomBytes } from 'node:crypto'
import type { JWK } from 'jose'
import { rfc3339 } from '#lib/core/time'
import type { WalletField } from '../catalogue'
import { Tagged } from '../encoding/cbor'
import { type Encodable, encodeCbor, wrapped } from '../encoding/encode-cbor'
import { derOf } from './authority'
import { signCose } from './sign-cose'
import type { Issuing, MdocCredential } from './types'

/** @see ISO/IEC 18013-5 §9.1.2 */
export function issueMdoc({ authority, type, claims, holder, from, until, options }: Issuing): MdocCredential {
  const fields = Object.entries(claims) as [WalletField, string | boolean][]
  const items = fields.map(([field, value], digestID) => ({
    field,
    tagged: wrapped({ digestID, random: randomBytes(16), elementIdentifier: String(type.claims[field]?.[0]), elementValue: elementOf(value) }),
  }))
  const digests = new Map<number, Encodable>(items.map(({ tagged }, id) => [id, createHash('sha256').update(encodeCbor(tagged)).digest()]))
  const mso = {
    version: '1.0',
    digestAlgorithm: 'SHA-256',
    valueDigests: new Map([[String(type.namespace), digests]]),
    deviceKeyInfo: { deviceKey: coseKey(holder) },
    docType: type.type,
    validityInfo: { signed: dateTime(from), validFrom: dateTime(from), validUntil: dateTime(until) },
    ...(options.status && { status: { status_list: options.status } }),
  }
  const signed = wrapped((options.bend?.(mso) ?? mso) as Encodable)
  const open = new Map<number, Encodable>([[33, authority.chain.length === 1 ? derOf(authority.chain[0] as string) : authority.chain.map(derOf)]])
  return { items, issuerAuth: signCose(authority.key, encodeCbor(signed), { open }) }
}

const elementOf = (value: string | boolean): Encodable =>
  typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) ? new Tagged(1004, value) : value

const dateTime = (date: Date) => new Tagged(0, rfc3339(date))

/** @see RFC 9053 §7.1.1 */
const coseKey = ({ x = '', y = '' }: JWK) =>
  new Map<number, Encodable>([
    [1, 2],
    [-1, 1],
    [-2, Buffer.from(x, 'base64url')],
    [-3, Buffer.from(y, 'base64url')],
  ])
