import { blindIndex, DataKey, type Place } from '#lib/core/sealed'

/** `sub` and alias of one person at one app. Spec: Claims and identifiers. */
export type Subject = { sub: string; aliasLocalPart: string }

/** Whose data key opens a subject. */
export type KeyHolder = { userId: string; dataKeySealed: Uint8Array; masterKeyId: string }

/** What is kept of a subject: both values sealed as one, and a fingerprint to find it by each. */
export type StoredSubject = { pairSealed: Buffer<ArrayBuffer>; subIndex: Buffer<ArrayBuffer>; aliasIndex: Buffer<ArrayBuffer> }

const place = (userId: string, appId: string): Place => ({ table: 'subjects', row: `${userId}/${appId}`, column: 'pair_sealed' })

const keyOf = ({ userId, dataKeySealed, masterKeyId }: KeyHolder) => DataKey.unwrap(userId, dataKeySealed, masterKeyId)

export const subIndex = (sub: string) => blindIndex('sub', sub)

export const aliasIndex = (localPart: string) => blindIndex('alias', localPart)

export const sealSubject = (holder: KeyHolder, appId: string, { sub, aliasLocalPart }: Subject): StoredSubject => ({
  pairSealed: keyOf(holder).seal(`${sub} ${aliasLocalPart}`, place(holder.userId, appId)),
  subIndex: subIndex(sub),
  aliasIndex: aliasIndex(aliasLocalPart),
})

/** Opens what the person's key sealed at a place. */
type Open = (sealed: Uint8Array, place: Place) => string

/**
 * For whoever has unwrapped the person's key already.
 * @throws when it was moved to another person or app, or altered
 */
export function openPair(open: Open, { userId, appId, sealed }: { userId: string; appId: string; sealed: Uint8Array }): Subject {
  const [sub, aliasLocalPart] = open(sealed, place(userId, appId)).split(' ') as [string, string]
  return { sub, aliasLocalPart }
}

/** @throws when it was moved to another person or app, altered, or the person's key is gone */
export function openSubject(holder: KeyHolder, appId: string, pairSealed: Uint8Array): Subject {
  const key = keyOf(holder)
  return openPair((sealed, at) => key.open(sealed, at), { userId: holder.userId, appId, sealed: pairSealed })
}

/** A row of `subjects` with its person's key, as prepared statements return it. */
export type SubjectRow = { user_id: string; app_id: string; pair_sealed: Buffer; data_key_sealed: Buffer; master_key_id: string }

export const openSubjectRow = (row: SubjectRow): Subject =>
  openSubject({ userId: row.user_id, dataKeySealed: row.data_key_sealed, masterKeyId: row.master_key_id }, row.app_id, row.pair_sealed)

/** The same of Prisma's client: what to select, and how it opens. */
export const SEALED_SUBJECT = {
  userId: true,
  appId: true,
  pairSealed: true,
  user: { select: { dataKeySealed: true, masterKeyId: true } },
} as const

export type SelectedSubject = { userId: string; appId: string; pairSealed: Uint8Array; user: { dataKeySealed: Uint8Array; masterKeyId: string } }

export const openSelectedSubject = ({ userId, appId, pairSealed, user }: SelectedSubject): Subject =>
  openSubject({ userId, ...user }, appId, pairSealed)
