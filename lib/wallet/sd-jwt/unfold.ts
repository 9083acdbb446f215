import { isObject, type JsonObject } from '../encoding/json'
import { demand } from '../refusals'
import type { Disclosure } from './read-disclosures'

/** What an issuer may not leave to the holder. @see SD-JWT VC §2.2.2.3 */
const NEVER_DISCLOSED = ['iss', 'nbf', 'exp', 'cnf', 'vct', 'vct#integrity', 'aud', 'status', '_sd_alg']

const MAX_DEPTH = 16

/**
 * The claims: each disclosure where its digest stands, the digests gone. Every digest stands once; every disclosure is
 * referred to; no name is given twice or reserved.
 * @throws WalletRefusal `digest_mismatch`, `presentation_malformed`
 * @see RFC 9901 §7.1 steps 3 to 5
 */
export function unfold(payload: JsonObject, disclosures: ReadonlyMap<string, Disclosure>): JsonObject {
  const unfolding = new Unfolding(disclosures)
  const claims = unfolding.object(payload, 0)
  demand(unfolding.used === disclosures.size, 'digest_mismatch', 'a disclosure that nothing refers to')
  return claims
}

class Unfolding {
  used = 0
  private readonly seen = new Set<string>()

  constructor(private readonly disclosures: ReadonlyMap<string, Disclosure>) {}

  object(node: JsonObject, depth: number): JsonObject {
    demand(depth < MAX_DEPTH, 'presentation_malformed', 'too deep')
    const out: Record<string, unknown> = Object.create(null)
    for (const [name, value] of Object.entries(node)) {
      demand(name !== '...', 'presentation_malformed', 'a digest in the wrong place')
      if (name !== '_sd' && !(depth === 0 && name === '_sd_alg')) out[name] = this.value(value, depth + 1)
    }
    for (const digest of digestsIn(node)) {
      const disclosure = this.take(digest)
      if (!disclosure) continue
      const { name, value } = disclosure
      demand(name !== null && !Object.hasOwn(out, name), 'presentation_malformed', 'a claim twice')
      demand(depth > 0 || !NEVER_DISCLOSED.includes(name), 'presentation_malformed', 'a claim that is never disclosed')
      out[name] = this.value(value, depth + 1)
    }
    return out
  }

  private value(node: unknown, depth: number): unknown {
    if (Array.isArray(node)) return this.array(node, depth)
    return isObject(node) ? this.object(node, depth) : node
  }

  private array(node: unknown[], depth: number): unknown[] {
    demand(depth < MAX_DEPTH, 'presentation_malformed', 'too deep')
    return node.flatMap((entry) => {
      if (!isObject(entry) || !Object.hasOwn(entry, '...')) return [this.value(entry, depth + 1)]
      demand(Object.keys(entry).length === 1, 'presentation_malformed', 'a digest in the wrong place')
      const disclosure = this.take(entry['...'])
      if (!disclosure) return []
      demand(disclosure.name === null, 'presentation_malformed', 'a claim in a list')
      return [this.value(disclosure.value, depth + 1)]
    })
  }

  /** A digest without a disclosure is a claim held back, or a decoy. */
  private take(digest: unknown): Disclosure | undefined {
    demand(typeof digest === 'string', 'presentation_malformed', 'a digest')
    demand(!this.seen.has(digest), 'digest_mismatch', 'a digest twice')
    this.seen.add(digest)
    const disclosure = this.disclosures.get(digest)
    if (disclosure) this.used++
    return disclosure
  }
}

function digestsIn({ _sd: digests }: JsonObject): unknown[] {
  demand(digests === undefined || Array.isArray(digests), 'presentation_malformed', '_sd')
  return digests ?? []
}
