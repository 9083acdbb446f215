import type { Place } from '#lib/core/sealed'
import type { PersonVault } from '#lib/users/person'

export const replyPlace = (userId: string, id: string, column: 'to_sealed' | 'content_sealed'): Place => ({
  table: 'replies',
  row: `${userId}/${id}`,
  column,
})

export const openReplyTo = (vault: PersonVault, userId: string, id: string, sealed: Uint8Array): string =>
  vault.openSecret(sealed, replyPlace(userId, id, 'to_sealed'))

export const reversePlace = (userId: string, appId: string, hash: Uint8Array, column: 'correspondent_sealed' | 'local_sealed'): Place => ({
  table: 'reverse_addresses',
  row: `${userId}/${appId}/${Buffer.from(hash).toString('base64url')}`,
  column,
})

type Reverse = { userId: string; appId: string; correspondentHash: Uint8Array; correspondentSealed: Uint8Array }

/** Whom a reverse address stands for. */
export const openReverse = (vault: PersonVault, { userId, appId, correspondentHash, correspondentSealed }: Reverse): string =>
  vault.openSecret(correspondentSealed, reversePlace(userId, appId, correspondentHash, 'correspondent_sealed'))
