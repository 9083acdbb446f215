import type { PersonVault } from '#lib/users/person'
import type { VerifiedClaims } from '#lib/users/schema'
import { type Disclosed, parseDisclosed } from './question'

// The same column as what is read from a document: a session waits for one of the two.
const place = (row: string) => ({ table: 'verification_sessions', row, column: 'reading_sealed' })

export const sealDisclosed = (vault: PersonVault, id: string, disclosed: Disclosed) => vault.sealSecret(JSON.stringify(disclosed), place(id))

export const openDisclosed = (vault: PersonVault, id: string, sealed: Uint8Array): Disclosed => parseDisclosed(vault.openSecret(sealed, place(id)))

/**
 * The claims of a confirmed disclosure: those that were asked for and no other. That somebody is of age stays true; that
 * somebody is not is untrue on their birthday, and is not kept.
 */
export function claimsOfDisclosed({ claims: { age_over_18: isAdult, ...claims } }: Disclosed): VerifiedClaims {
  return { ...claims, ...(isAdult && { age_over_18: 'true' }) }
}
