import { claimsOf, type ScopeName } from '#lib/scopes/catalog'
import type { Subject } from '#lib/subjects/sealed-subject'
import { type Claims, claimsFor, verifiableClaims } from '#lib/users/claims'
import type { PersonVault } from '#lib/users/person'
import type { Profile, VerifiedClaims } from '#lib/users/schema'
import { openAskedVerified } from './asked-verified'
import { type Evidenced, judgeVerified, type VerifiedClaimsSet } from './judge-verified'
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
  judgeVerified(openAskedVerified(asked.kept), await evidencedFor(asked), asked.now)

/** The member of userinfo: one set is an object, several are a list. */
export function verifiedClaimsMember(sets: VerifiedClaimsSet[]): { verified_claims?: VerifiedClaimsSet | VerifiedClaimsSet[] } {
  const [only] = sets
  return only ? { verified_claims: sets.length === 1 ? only : sets } : {}
}

/** What is released, parted by how it was verified. */
async function evidencedFor({ userId, appId, vault, subject, scopes, verified, profile, beside, now }: AskedOfPerson): Promise<Evidenced[]> {
  const groups = new Map<string, Omit<Evidenced, 'claims'> & { names: string[] }>()
  for (const { name, verifiedAt, assurance, issuerSealed } of await findOrigins(userId)) {
    if (verified[name as keyof VerifiedClaims] === undefined) continue
    const framework = vault.openIssuer(name, issuerSealed)?.framework ?? 'signet'
    const evidence = assurance === 'wallet' ? 'electronic_record' : 'document'
    const time = toldTime(verifiedAt, userId, appId)
    const key = `${framework} ${evidence} ${time.getTime()}`
    const group = groups.get(key) ?? { framework, evidence, time, names: [] }
    groups.set(key, { ...group, names: [...group.names, name] })
  }
  const allowed = new Set<string>(verifiableClaims(claimsOf(scopes)))
  return [...groups.values()].map(({ names, ...group }) => {
    const own = Object.fromEntries(Object.entries(verified).filter(([name]) => names.includes(name)))
    const claims = claimsFor(scopes, subject, { profile: { zoneinfo: profile.zoneinfo }, verified: own }, now)
    // Of a name of which another document tells the rest, none tells the whole.
    const isWhole = ([name, value]: [string, Claims[string]]) => allowed.has(name) && value === beside[name]
    return { ...group, claims: Object.fromEntries(Object.entries(claims).filter(isWhole)) }
  })
}
