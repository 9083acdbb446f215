import { createHash, createHmac, randomInt } from 'node:crypto'
import { BASE32 } from './base32'
import { isAnswering } from './db/answering'
import { primaryHere, primaryOf, SHARDS } from './db/primaries'
import { env } from './env'
import { type DerivedKey, firstKeyEver, keysFor } from './keyring'
import { BASE62, randomFrom, type ShardedPrefix } from './random-id'

/**
 * The database that a person's rows are on, as a number from 0 to 4095 that is drawn once. Whatever leads to them says which, sealed
 * in its last three characters: `(shard XOR mask) + 4096 · random`, where the mask is an HMAC of the kind and of the characters
 * before. So identifiers are as long and look as random as without it, and two of one person have nothing in common.
 */
export type Shard = number

export { primaryOf, SHARDS }

/** Where what belongs to no person is kept. */
export const OF_COMPANIES: Shard = 0

/** Characters that carry it. Three of base62 hold 58 times as many numbers as there are shards, three of base32 eight times. */
const CARRIERS = 3
type Alphabet = { characters: string; spread: number }
const WITH = { base62: { characters: BASE62, spread: 58 }, base32: { characters: BASE32, spread: 8 } } as const satisfies Record<string, Alphabet>

export type Lettering = keyof typeof WITH

/** What is sealed for whom: no two kinds share a mask. */
export type SealedKind = string

/** The shard half way round, which is on another primary wherever there are several. */
export const twinOf = (shard: Shard): Shard => (shard + SHARDS / 2) % SHARDS

/** Where to be instead while the primary of a shard does not answer and that of its twin does, for what may be in either place. */
export const standIn = (shard: Shard): Shard => (isAnswering(primaryOf(shard)) || !isAnswering(primaryOf(twinOf(shard))) ? shard : twinOf(shard))

/** For what is new: never on a primary that does not answer. */
export const newShard = (): Shard => standIn(randomInt(SHARDS))

const mask = ({ key }: DerivedKey, kind: SealedKind, rest: string): number =>
  createHmac('sha256', key).update(`${kind}\0${rest}`).digest().readUInt16BE(0) % SHARDS

function write(value: number, { characters }: Alphabet): string {
  let text = ''
  for (let rest = value, i = 0; i < CARRIERS; i++, rest = Math.floor(rest / characters.length)) text = characters[rest % characters.length] + text
  return text
}

const read = (text: string, { characters }: Alphabet): number =>
  [...text].reduce((value, character) => value * characters.length + Math.max(0, characters.indexOf(character)), 0)

function sealedText(key: DerivedKey, kind: SealedKind, length: number, shard: Shard, lettering: Lettering): string {
  const alphabet = WITH[lettering]
  const rest = randomFrom(alphabet.characters, length - CARRIERS)
  return rest + write((shard ^ mask(key, kind, rest)) + SHARDS * randomInt(alphabet.spread), alphabet)
}

function shardUnder(key: DerivedKey, kind: SealedKind, text: string, lettering: Lettering): Shard {
  const at = text.length - CARRIERS
  return (read(text.slice(at), WITH[lettering]) % SHARDS) ^ mask(key, kind, text.slice(0, at))
}

/** Random characters for somebody outside, under the current key. @param length with the three that carry the shard */
export const randomOn = (shard: Shard, kind: SealedKind, length: number, lettering: Lettering = 'base62'): string =>
  sealedText(keysFor('shard')[0] as DerivedKey, kind, length, shard, lettering)

/**
 * The shards on which it may lead to something: one for each key in use, the current one first. Any text of these characters names one,
 * so what nobody was ever given is looked for as anything else is.
 */
export const shardsIn = (kind: SealedKind, text: string, lettering: Lettering = 'base62'): Shard[] => [
  ...new Set(keysFor('shard').map((key) => shardUnder(key, kind, text, lettering))),
]

const ID_CHARACTERS = 22

/** The same for what we alone read: under the key that never changes. */
export const randomForUs = (shard: Shard, kind: SealedKind, length: number, lettering: Lettering = 'base62'): string =>
  sealedText(firstKeyEver('shard'), kind, length, shard, lettering)

/** The one shard that such a text names. */
export const shardForUs = (kind: SealedKind, text: string, lettering: Lettering = 'base62'): Shard =>
  shardUnder(firstKeyEver('shard'), kind, text, lettering)

/**
 * A public id like any other, that says where its row is: under the key that never changes, so that each names one shard.
 * @param shard drawn now where the row belongs to nobody yet
 */
export const newIdOn = (prefix: ShardedPrefix, shard: Shard = newShard()): string =>
  `${prefix}_${sealedText(firstKeyEver('shard'), prefix, ID_CHARACTERS, shard, 'base62')}`

/** What a secret is kept under: its shard in two bytes, and the fingerprint. Whoever holds one knows where its row is. */
export function hashOn(shard: Shard, fingerprint: Buffer): Buffer<ArrayBuffer> {
  const hash = Buffer.alloc(2 + fingerprint.length)
  hash.writeUInt16BE(shard)
  fingerprint.copy(hash, 2)
  return hash
}

export const shardOfHash = (hash: Uint8Array): Shard => (((hash[0] ?? 0) << 8) | (hash[1] ?? 0)) % SHARDS

/** Hashes by the shard to look for them on; one question each, mostly a single one. */
export function byShard(hashes: readonly Buffer[]): { shard: Shard; hashes: Buffer[] }[] {
  const shards = new Map<Shard, Buffer[]>()
  for (const hash of hashes) shards.set(shardOfHash(hash), [...(shards.get(shardOfHash(hash)) ?? []), hash])
  return [...shards].map(([shard, found]) => ({ shard, hashes: found }))
}

/** Whether it is of the part that is being done, which is all where no primary is named. */
export const isHere = (shard: Shard): boolean => primaryHere() === undefined || primaryHere() === primaryOf(shard)

/** The first and the last shard that a primary has. */
export const shardsOfPrimary = (nth: number): [Shard, Shard] => {
  const start = (from: number) => Math.ceil((from * SHARDS) / env().SHARD_PRIMARIES)
  return [start(nth), start(nth + 1) - 1]
}

/**
 * Where what belongs to a company is: computed from its id, and no secret. The database computes it too, `company_shard`, and refuses
 * rows that are elsewhere.
 */
export const shardOfCompany = (companyId: string): Shard => shardOfKey(companyId)

/** The same for what is nobody's and found by a text of its own. */
export const shardOfKey = (key: string): Shard => createHash('sha256').update(key).digest().readUInt16BE(0) % SHARDS

const ID = /^[a-z]{3}_[0-9A-Za-z]{22}$/

/** Where the row of this id is. Text from outside that is no id names a shard too, on which there is no such row. */
export const shardOf = (id: string): Shard => (ID.test(id) ? shardUnder(firstKeyEver('shard'), id.slice(0, 3), id.slice(4), 'base62') : 0)
