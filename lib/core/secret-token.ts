import { createHmac } from 'node:crypto'
import { crc32 } from 'node:zlib'
import { currentKey, keysFor } from './keyring'
import { randomBase62, toBase62 } from './random-id'
import { hashOn, randomOn, type Shard, shardsIn } from './shard'

/**
 * Bearer secrets: prefix, 43 base62 characters (256 random bits), 6 base62 characters of CRC-32. The checksum lets
 * secret scanners recognise one and lets us refuse a mistyped one before the database is asked.
 * Only the HMAC-SHA-256 under a versioned pepper is stored.
 */
const UNSHARDED = ['sgk', 'sgk_test', 'sgs'] as const

type UnshardedKind = (typeof UNSHARDED)[number]

/** Those that lead to rows of a person, or to what waits for one: they carry a shard. */
type ShardedKind = 'sga' | 'sgr' | 'sgc' | 'sgp' | 'sgv' | 'sgh' | 'sgm' | 'sgw'

export type SecretKind = UnshardedKind | ShardedKind

const RANDOM_CHARACTERS = 43
const CHECKSUM_CHARACTERS = 6
const SHAPE = /^(sg[a-z](?:_test)?)_([0-9A-Za-z]{43})([0-9A-Za-z]{6})$/

const checksum = (kind: string, random: string) => toBase62(crc32(`${kind}_${random}`), CHECKSUM_CHARACTERS)

const hmac = (key: Buffer, secret: string) => createHmac('sha256', key).update(secret).digest()

export type IssuedSecret = { secret: string; hash: Buffer<ArrayBuffer>; pepperId: string }

export function issueSecret(kind: UnshardedKind): IssuedSecret
export function issueSecret(kind: ShardedKind, shard: Shard): IssuedSecret
export function issueSecret(kind: SecretKind, shard?: Shard): IssuedSecret {
  const random = shard === undefined ? randomBase62(RANDOM_CHARACTERS) : randomOn(shard, kind, RANDOM_CHARACTERS)
  const secret = `${kind}_${random}${checksum(kind, random)}`
  const pepper = currentKey('pepper')
  const fingerprint = Buffer.from(hmac(pepper.key, secret))
  return { secret, hash: shard === undefined ? fingerprint : hashOn(shard, fingerprint), pepperId: pepper.id }
}

export function isWellFormedSecret(kind: SecretKind, text: string): boolean {
  const match = SHAPE.exec(text)
  return match !== null && match[1] === kind && match[3] === checksum(kind, match[2] as string)
}

/**
 * The hashes under which a secret may be stored, one per pepper in use and shard that it names; empty when it cannot be one of ours.
 * Looking up by hash is constant-time where it matters: nobody can steer an HMAC they cannot compute.
 */
export function secretHashes(kind: SecretKind, text: string): Buffer[] {
  if (!isWellFormedSecret(kind, text)) return []
  const fingerprints = keysFor('pepper').map(({ key }) => hmac(key, text))
  if (!isSharded(kind)) return fingerprints
  const shards = shardsIn(kind, text.slice(kind.length + 1, -CHECKSUM_CHARACTERS))
  return shards.flatMap((shard) => fingerprints.map((fingerprint) => hashOn(shard, fingerprint)))
}

const isSharded = (kind: SecretKind): kind is ShardedKind => !(UNSHARDED as readonly string[]).includes(kind)
