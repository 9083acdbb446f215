import { decodeCbor, Tagged } from '../encoding/cbor'
import { type Encodable, encodeCbor } from '../encoding/encode-cbor'

/** The value of a disclosure or of an item, changed behind its issuer's back. */
export function alterDisclosed(disclosed: Buffer): Buffer {
  // An item is a map of four; a disclosure is base64url of JSON.
  if (disclosed[0] !== 0xa4) return Buffer.from(Buffer.from(JSON.stringify(alteredDisclosure(disclosed))).toString('base64url'))
  const item = decodeCbor(disclosed) as Map<string, Encodable>
  return encodeCbor(new Map([...item, ['elementValue', altered(item.get('elementValue'))] as const]))
}

function alteredDisclosure(disclosed: Buffer): unknown[] {
  const parts: unknown[] = JSON.parse(Buffer.from(disclosed.toString(), 'base64url').toString())
  return [...parts.slice(0, -1), altered(parts.at(-1))]
}

function altered(value: unknown): Encodable {
  if (typeof value === 'boolean') return !value
  if (value instanceof Tagged)
    return new Tagged(
      value.tag,
      `${value.value}`.replace(/^\d/, (digit) => String((Number(digit) + 1) % 10)),
    )
  return typeof value === 'string' ? `${value}x` : 'x'
}
