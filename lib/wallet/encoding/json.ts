import { parseStrictJson } from '#lib/core/strict-json'
import { demand, orRefuse, type RefusalCode } from '../refusals'

const MAX_DEPTH = 16

export type JsonObject = { readonly [name: string]: unknown }

export const isObject = (value: unknown): value is JsonObject => typeof value === 'object' && value !== null && !Array.isArray(value)

/** UTF-8, no name twice, at most 16 levels. @throws WalletRefusal */
export const readJson = (bytes: Uint8Array, code: RefusalCode = 'presentation_malformed'): unknown =>
  orRefuse(code, 'JSON', () => parseStrictJson(bytes, MAX_DEPTH))

/** @throws WalletRefusal when it is something else than an object */
export function readJsonObject(bytes: Uint8Array, code: RefusalCode = 'presentation_malformed'): JsonObject {
  const value = readJson(bytes, code)
  demand(isObject(value), code, 'a JSON object')
  return value
}
