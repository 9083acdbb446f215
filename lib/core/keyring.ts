import { hkdfSync } from 'node:crypto'
import { env } from './env'

/**
 * Keys for one purpose each, derived from the master keys, so that no key serves two purposes.
 * The first master key is current; older ones stay listed until everything under them was wrapped again.
 * @see RFC 5869
 */
export type Purpose = 'pepper' | 'blind-index' | 'wrap' | 'user-session' | 'company-session' | 'cursor' | 'form' | 'relay'

export type DerivedKey = { id: string; key: Buffer }

const cache = new Map<Purpose, DerivedKey[]>()

/** Keys of a purpose, the current one first. */
export function keysFor(purpose: Purpose): DerivedKey[] {
  let keys = cache.get(purpose)
  if (!keys) {
    keys = env().MASTER_KEY.map(({ id, material }) => ({
      id,
      key: Buffer.from(hkdfSync('sha256', material, Buffer.alloc(0), `signet/${purpose}`, 32)),
    }))
    cache.set(purpose, keys)
  }
  return keys
}

export function currentKey(purpose: Purpose): DerivedKey {
  const [current] = keysFor(purpose)
  if (!current) throw new Error('no master key')
  return current
}

export function keyById(purpose: Purpose, id: string): Buffer {
  const found = keysFor(purpose).find((key) => key.id === id)
  if (!found) throw new Error(`master key "${id}" is not configured`)
  return found.key
}
