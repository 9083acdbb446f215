import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import type { Webhook } from './schema'

const place = (id: string, column: 'secret_sealed' | 'previous_secret_sealed'): Place => ({ table: 'webhooks', row: id, column })

export const sealSecret = (id: string, secret: string) => sealWithMasterKey(Buffer.from(secret), place(id, 'secret_sealed'))

export const openSecret = ({ id, secretSealed, masterKeyId }: Pick<Webhook, 'id' | 'secretSealed' | 'masterKeyId'>): string =>
  openWithMasterKey(secretSealed, masterKeyId, place(id, 'secret_sealed')).toString()

/** The secret that was, sealed for its new place. */
export const sealPrevious = (id: string, secret: string) => sealWithMasterKey(Buffer.from(secret), place(id, 'previous_secret_sealed')).sealed

type Sealed = Pick<Webhook, 'id' | 'secretSealed' | 'masterKeyId' | 'previousSecretSealed' | 'previousUntil'>

/** Everything that signs now, the newest first. */
export function signingSecrets(webhook: Sealed, now: Date): string[] {
  const { id, masterKeyId, previousSecretSealed, previousUntil } = webhook
  const isOverlap = previousSecretSealed && previousUntil && previousUntil > now
  return [
    openSecret(webhook),
    ...(isOverlap ? [openWithMasterKey(previousSecretSealed, masterKeyId, place(id, 'previous_secret_sealed')).toString()] : []),
  ]
}
