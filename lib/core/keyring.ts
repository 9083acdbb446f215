import { hkdfSync } from 'node:crypto'
import { env } from './env'

/**
 * Keys for one purpose each, derived so that no key serves two purposes. `wrap` comes from MASTER_KEY: the first one
 * seals, the others open until everything under them was wrapped again. `shard` comes from SHARD_KEY: its last one stays for
 * ever, since ids are sealed under it. All other purposes come from PEPPER, which need not change with the master key: the
 * first one is for new fingerprints and sessions, the others for those there are.
 * @see RFC 5869
 */
export type Purpose =
  | 'pepper'
  | 'blind-index'
  | 'wrap'
  | 'user-session'
  | 'company-session'
  | 'cursor'
  | 'form'
  | 'waiting'
  | 'typed'
  | 'relay'
  | 'audit'
  | 'auth-time'
  | 'specimen'
  | 'shard'

export type DerivedKey = { id: string; key: Buffer }

const cache = new Map<Purpose, DerivedKey[]>()

function settingFor(purpose: Purpose) {
  const { MASTER_KEY, PEPPER, SHARD_KEY } = env()
  if (purpose === 'wrap') return MASTER_KEY
  return (purpose === 'shard' ? SHARD_KEY : PEPPER) ?? MASTER_KEY
}

/** Keys of a purpose, the current one first. */
export function keysFor(purpose: Purpose): DerivedKey[] {
  let keys = cache.get(purpose)
  if (!keys) {
    keys = settingFor(purpose).map(({ id, material }) => ({
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

/** The key of a purpose that never changes while data lives: what was written with it has to be found with it. */
export function firstKeyEver(purpose: Purpose): DerivedKey {
  const first = keysFor(purpose).at(-1)
  if (!first) throw new Error('no master key')
  return first
}

export function keyById(purpose: Purpose, id: string): Buffer {
  const found = keysFor(purpose).find((key) => key.id === id)
  if (!found) throw new Error(`master key "${id}" is not configured`)
  return found.key
}
