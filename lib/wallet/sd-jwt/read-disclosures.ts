import { bytesOf } from '../encoding/base64url'
import { readJson } from '../encoding/json'
import { demand } from '../refusals'
import type { Digest } from './digest'

/** Of an object's property, or of an array's element. */
export type Disclosure = { name: string | null; value: unknown }

/**
 * Disclosures by their digests.
 * @throws WalletRefusal for one that is none, or comes twice
 * @see RFC 9901 §4.2, §7.1 step 3
 */
export function readDisclosures(texts: readonly string[], digest: Digest): Map<string, Disclosure> {
  const found = new Map<string, Disclosure>()
  for (const text of texts) {
    const key = digest(text)
    demand(!found.has(key), 'presentation_malformed', 'a disclosure twice')
    found.set(key, readDisclosure(text))
  }
  return found
}

function readDisclosure(text: string): Disclosure {
  const parts = readJson(bytesOf(text))
  demand(Array.isArray(parts) && typeof parts[0] === 'string', 'presentation_malformed', 'a disclosure')
  if (parts.length === 2) return { name: null, value: parts[1] }
  const [, name, value] = parts
  demand(parts.length === 3 && typeof name === 'string', 'presentation_malformed', 'a disclosure')
  demand(name !== '_sd' && name !== '...', 'presentation_malformed', 'a reserved name')
  return { name, value }
}
