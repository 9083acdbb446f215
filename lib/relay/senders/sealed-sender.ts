import { readEmail } from '#lib/core/email-address'
import { blindIndex, type Place } from '#lib/core/sealed'

/** Whose alias, at which app. */
export type AliasKey = { userId: string; appId: string }

/** As it is compared and shown: addresses differ by case alone nowhere that matters. */
export const plainSender = (address: string) => readEmail(address) ?? address.trim().toLowerCase()

/** Bound to the alias: two people who are written to by one sender have nothing in common here. */
export const senderHash = ({ userId, appId }: AliasKey, address: string): Buffer<ArrayBuffer> =>
  blindIndex('sender', JSON.stringify([userId, appId, plainSender(address)]))

const place = ({ userId, appId }: AliasKey, hash: Uint8Array): Place => ({
  table: 'alias_senders',
  row: `${userId}/${appId}/${Buffer.from(hash).toString('base64url')}`,
  column: 'sender_sealed',
})

type Seal = (text: string, place: Place) => Buffer<ArrayBuffer>
type Open = (sealed: Uint8Array, place: Place) => string

/** @param seal with the person's key */
export const sealSender = (seal: Seal, key: AliasKey, address: string) => seal(plainSender(address), place(key, senderHash(key, address)))

/** @param open with the person's key */
export const openSender = (open: Open, row: AliasKey & { senderHash: Uint8Array; senderSealed: Uint8Array }): string =>
  open(row.senderSealed, place(row, row.senderHash))
