import { todayIn } from './age'
import type { Assurance } from './assurance'
import type { ClaimOrigin, PersonVault } from './person'

/** What is kept of how a claim was verified. */
export type SealedOrigins = {
  name: string
  verifiedAt: Date
  assurance: Assurance
  issuerSealed: Uint8Array | null
  earlierSealed: Uint8Array | null
}

/**
 * Every way in which what a claim says now was verified, oldest first. Whoever asks is told the first that will do, so that
 * nobody who was told one sees by a newer one that the person was verified elsewhere.
 */
export function openOrigins(vault: PersonVault, { name, verifiedAt, assurance, issuerSealed, earlierSealed }: SealedOrigins): ClaimOrigin[] {
  const framework = vault.openIssuer(name, issuerSealed)?.framework ?? 'signet'
  const last: ClaimOrigin = { framework, isWallet: assurance === 'wallet', day: todayIn('UTC', verifiedAt) }
  const earlier = vault.openEarlier(name, earlierSealed)
  return earlier.some((origin) => isAlike(origin, last)) ? earlier : [...earlier, last]
}

const isAlike = (one: ClaimOrigin, other: ClaimOrigin) =>
  one.framework === other.framework && one.isWallet === other.isWallet && one.day === other.day
