import { createHash } from 'node:crypto'
import { type Cbor, type CborMap, Tagged } from '../encoding/cbor'
import { arrayOf, integerOf, mapOf, octetsOf, textOf, wrappedOf } from '../encoding/read-cbor'
import { demand } from '../refusals'
import type { Mso } from './read-mso'

const MIN_RANDOM_BYTES = 16

/** Elements of one name space by their identifiers. */
export type Elements = ReadonlyMap<string, unknown>

/**
 * Every item, of whatever name space, has its digest in what the issuer signed; none comes twice.
 * @throws WalletRefusal `digest_mismatch`, `presentation_malformed`
 * @see ISO/IEC 18013-5 §9.1.2.5, §9.3.1
 */
export function judgeItems(nameSpaces: CborMap, mso: Mso): ReadonlyMap<string, Elements> {
  const all = new Map<string, Elements>()
  for (const [space, items] of nameSpaces) all.set(textOf(space, 'name space'), elementsOf(arrayOf(items, 'items'), mso, space))
  return all
}

function elementsOf(items: Cbor[], { digests, hash }: Mso, space: string | number): Elements {
  const expected = digests.get(space)
  demand(expected !== undefined, 'digest_mismatch', 'a name space without digests')
  const byId = mapOf(expected, 'valueDigests')
  const [elements, ids] = [new Map<string, unknown>(), new Set<number>()]
  for (const item of items) {
    const { tagged, content } = wrappedOf(item, 'an item')
    const fields = mapOf(content, 'an item')
    const [id, name] = [integerOf(fields.get('digestID'), 'digestID'), textOf(fields.get('elementIdentifier'), 'elementIdentifier')]
    demand(octetsOf(fields.get('random'), 'random').length >= MIN_RANDOM_BYTES, 'presentation_malformed', 'random')
    demand(!ids.has(id) && !elements.has(name), 'presentation_malformed', 'an element twice')
    ids.add(id)
    const digest = byId.get(id)
    demand(digest instanceof Uint8Array && sameDigest(hash, tagged, digest), 'digest_mismatch', 'an element')
    elements.set(name, plain(fields.get('elementValue')))
  }
  return elements
}

/** Over the bytes as they came: written again they may differ. */
const sameDigest = (hash: string, { raw }: Tagged, digest: Uint8Array) =>
  createHash(hash)
    .update(raw ?? new Uint8Array())
    .digest()
    .equals(digest)

/** `tdate` and `full-date` are what they hold. @see ISO/IEC 18013-5 §7.2.1; RFC 8943 */
const plain = (value: Cbor | undefined): unknown => (value instanceof Tagged && (value.tag === 0 || value.tag === 1004) ? value.value : value)
