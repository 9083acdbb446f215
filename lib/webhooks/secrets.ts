import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import type { Webhook } from './schema'

const place = (id: string, column: 'secret_sealed' | 'previous_secret_sealed'): Place => ({ table: 'webhooks', row: id, column })

export const sealSecret = (id: string, secret: string) => sealWithMasterKey(Buffer.from(secret), place(id, 'secret_sealed'))

export const openSecret = ({ id, secretSealed, masterKeyId }: Pick<Webhook, 'id' | 'secretSealed' | 'masterKeyId'>): string =>
  openWithMasterKey(secretSealed, masterKeyId, place(id, 'secret_sealed')).toString()

type Sealed = Pick<Webhook, 'id' | 'secretSealed' | 'masterKeyId' | 'previousSecretSealed' | 'previousUntil'>

/** A secret that was, and until when it still signs. */
type Previous = { secret: string; until: Date }

/** Secrets that were, sealed together. */
export const sealPrevious = (id: string, previous: Previous[]) =>
  sealWithMasterKey(Buffer.from(JSON.stringify(previous)), place(id, 'previous_secret_sealed')).sealed

/** Those that still sign, the newest first. */
export function openPrevious({ id, masterKeyId, previousSecretSealed, previousUntil }: Sealed, now: Date): Previous[] {
  if (!previousSecretSealed || !previousUntil || previousUntil <= now) return []
  const text = openWithMasterKey(previousSecretSealed, masterKeyId, place(id, 'previous_secret_sealed')).toString()
  // One alone was sealed as it is.
  if (!text.startsWith('[')) return [{ secret: text, until: previousUntil }]
  const previous = (JSON.parse(text) as { secret: string; until: string }[]).map(({ secret, until }) => ({ secret, until: new Date(until) }))
  return previous.filter(({ until }) => until > now)
}

/** Everything that signs now, the newest first. */
export const signingSecrets = (webhook: Sealed, now: Date): string[] => [
  openSecret(webhook),
  ...openPrevious(webhook, now).map(({ secret }) => secret),
]
