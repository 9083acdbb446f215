import { claimsOf, type ScopeName } from '#lib/scopes/catalog'
import type { Subject } from '#lib/subjects/sealed-subject'
import { openOrigins } from '#lib/users/claim-origins'
import { type Claims, claimsFor, verifiableClaims } from '#lib/users/claims'
import type { PersonVault } from '#lib/users/person'
import type { Profile, VerifiedClaims } from '#lib/users/schema'
import { openAskedVerified } from './asked-verified'
import { type Held, judgeVerified, type VerifiedClaimsSet } from './judge-verified'
import { findOrigins } from './store'
import { toldTime } from './told-time'

export type AskedOfPerson = {
  kept: string
  userId: string
  appId: string
  vault: PersonVault
  subject: Subject
  /** Scopes that were granted, and what of the person may leave for them. */
  scopes: readonly ScopeName[]
  verified: VerifiedClaims
  profile: Profile
  /** What these scopes are answered with beside it. */
  beside: Claims
  now: Date
}

/**
 * The sets of `verified_claims` that answer a request: the claims of granted scopes that rest on a document, with by which
 * rules and by what they were verified. Nothing leaves in them that does not leave beside them.
 * @see OpenID Connect for Identity Assurance 1.0
 */
export const readVerifiedClaims = async (asked: AskedOfPerson): Promise<VerifiedClaimsSet[]> =>
  judgeVerified(openAskedVerified(asked.kept), await findHeld(asked), (names) => together(asked, names), asked.now)

/** The member of userinfo: one set is an object, several are a list. */
export function verifiedClaimsMember(sets: VerifiedClaimsSet[]): { verified_claims?: VerifiedClaimsSet | VerifiedClaimsSet[] } {
  const [only] = sets
  return only ? { verified_claims: sets.length === 1 ? only : sets } : {}
}

async function findHeld({ userId, appId, vault, verified }: AskedOfPerson): Promise<Held[]> {
  const released = (await findOrigins(userId)).filter(({ name }) => verified[name as keyof VerifiedClaims] !== undefined)
  return released.map((row) => ({
    name: row.name,
    origins: openOrigins(vault, row).map(({ framework, isWallet, day }) => ({
      framework,
      evidence: isWallet ? 'electronic_record' : 'document',
      time: toldTime(new Date(day), userId, appId),
    })),
  }))
}

function together({ scopes, subject, verified, profile, beside, now }: AskedOfPerson, names: readonly string[]): Partial<Claims> {
  const own = Object.fromEntries(Object.entries(verified).filter(([name]) => names.includes(name)))
  const claims = claimsFor(scopes, subject, { profile: { zoneinfo: profile.zoneinfo }, verified: own }, now)
  const allowed = new Set<string>(verifiableClaims(claimsOf(scopes)))
  // Of a name of which another document tells the rest, none tells the whole.
  return Object.fromEntries(Object.entries(claims).filter(([name, value]) => allowed.has(name) && value === beside[name]))
}
