import { createHash } from 'node:crypto'
import { demand } from '../refusals'

const HASHES: Readonly<Record<string, string>> = { 'sha-256': 'sha256', 'sha-384': 'sha384', 'sha-512': 'sha512' }

/** Takes the digest of a text, in base64url. */
export type Digest = (text: string) => string

/**
 * The digest that the issuer names; SHA-256 where it names none.
 * @throws WalletRefusal `algorithm_not_allowed`
 * @see RFC 9901 §4.1.1
 */
export function digestNamed(name: unknown): Digest {
  const hash = name === undefined ? 'sha256' : typeof name === 'string' && Object.hasOwn(HASHES, name) ? HASHES[name] : undefined
  demand(hash !== undefined, 'algorithm_not_allowed', '_sd_alg')
  return (text) => createHash(hash).update(text).digest('base64url')
}
