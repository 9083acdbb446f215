import { demand, orRefuse } from '../refusals'
import { type Cbor, type CborMap, decodeCbor, type Limits, Tagged } from './cbor'

/** What stands where something else should is `presentation_malformed`, by the name of what was expected. */
type Maybe = Cbor | undefined

export const cborOf = (bytes: Uint8Array, what: string, limits?: Limits): Cbor =>
  orRefuse('presentation_malformed', what, () => decodeCbor(bytes, limits))

export function mapOf(value: Maybe, what: string): CborMap {
  demand(value instanceof Map, 'presentation_malformed', what)
  return value
}

export function arrayOf(value: Maybe, what: string): Cbor[] {
  demand(Array.isArray(value), 'presentation_malformed', what)
  return value
}

export function textOf(value: Maybe, what: string): string {
  demand(typeof value === 'string', 'presentation_malformed', what)
  return value
}

export function octetsOf(value: Maybe, what: string): Uint8Array {
  demand(value instanceof Uint8Array, 'presentation_malformed', what)
  return value
}

export function integerOf(value: Maybe, what: string): number {
  demand(Number.isSafeInteger(value), 'presentation_malformed', what)
  return value as number
}

/** `#6.24(bstr .cbor …)`, with the bytes it came in. */
export function wrappedOf(value: Maybe, what: string): { tagged: Tagged; content: Cbor } {
  demand(value instanceof Tagged && value.tag === 24 && value.value instanceof Uint8Array, 'presentation_malformed', what)
  return { tagged: value, content: cborOf(value.value, what) }
}

const DATE_TIME = /^(\d{4}-\d\d-\d\d)T\d\d:\d\d:\d\dZ$/

/** `tdate` as ISO/IEC 18013-5 has it: UTC, whole seconds. @see ISO/IEC 18013-5 §7.2.1, §9.1.2.4 */
export function dateTimeOf(value: Maybe, what: string): Date {
  demand(value instanceof Tagged && value.tag === 0 && typeof value.value === 'string', 'presentation_malformed', what)
  const date = new Date(value.value)
  demand(DATE_TIME.test(value.value) && !Number.isNaN(date.getTime()), 'presentation_malformed', what)
  return date
}
