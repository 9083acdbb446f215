import { type Assurance, defaultFor, lowestOf, reaches } from './assurance'
import type { Profile, VerifiedClaims } from './schema'

/** A claim from a document. Suspended: nobody is given it while it is decided whose the document is. */
export type HeldClaim = { name: string; assurance: Assurance; isSuspended: boolean }

/** What people state of themselves and documents say, too. */
const ALSO_STATED = Object.keys({ given_name: true, family_name: true, birthdate: true } satisfies Record<keyof Profile & keyof VerifiedClaims, true>)

/** Names of what counts at all. */
export const unsuspended = (held: readonly HeldClaim[]): string[] => held.filter(({ isSuspended }) => !isSuspended).map(({ name }) => name)

export type Release<Claim> = {
  /** Claims from documents that may leave. */
  verified: Claim[]
  /** What the person stated, as far as it counts beside them. */
  profile: Profile
}

/**
 * What of a person may leave for a request. A claim from a document leaves at the level that the request asks for, or at
 * the claim's own where it asks for none; below that it is absent, and what was typed in does not take its place: what a
 * document says of somebody is not answered with less. Where a level is asked for, nothing that was only typed in has it.
 * @param asked levels of `acr_values`; any of them will do. Spec: Levels of assurance
 */
export function judgeRelease<Claim extends HeldClaim>(profile: Profile, held: readonly Claim[], asked: readonly Assurance[]): Release<Claim> {
  const least = lowestOf(asked)
  const verified = held.filter((claim) => !claim.isSuspended && reaches(claim.assurance, least ?? defaultFor(claim.name)))
  const silent = new Set<string>(least ? ALSO_STATED : held.filter((claim) => !verified.includes(claim)).map(({ name }) => name))
  const kept = Object.entries(profile).filter(([name]) => !silent.has(name))
  return { verified, profile: Object.fromEntries(kept) as Profile }
}

/**
 * Which of the asked levels the claims of a request are at: the first that all of them reach. Undefined without one, so
 * that nobody learns of a document from which they are given nothing.
 * @param told names of the claims from documents that the request is given. @see OpenID Connect Core §2, `acr`
 */
export function levelReached(asked: readonly Assurance[], held: readonly HeldClaim[], told: readonly string[]): Assurance | undefined {
  const given = held.filter(({ name, isSuspended }) => !isSuspended && told.includes(name))
  return given.length === 0 ? undefined : asked.find((level) => given.every(({ assurance }) => reaches(assurance, level)))
}
