import { type ClaimName, claimsOf, type ScopeName } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import type { Subject } from '#lib/subjects/sealed-subject'
import { isAdult, todayIn } from './age'
import type { Profile, VerifiedClaims } from './schema'

/** What is given of a person: what they stated and what documents say, as `judgeRelease` let it through. */
export type KnownPerson = { profile: Profile; verified: VerifiedClaims }

type Value = string | number | boolean

export type Claims = { sub: string; [claim: string]: Value }

type Known = KnownPerson & { subject: Subject; now: Date }

type Claim = {
  /** Undefined where nothing is known. */
  value: (known: Known) => Value | undefined
  /** What people say of themselves that it is made of. */
  stated: readonly (keyof Profile)[]
  /** What documents say that it is made of; such a value goes before a stated one. */
  verified: readonly (keyof VerifiedClaims)[]
  /** Whether the first of these that is there makes it up alone. */
  isEither?: true
}

const FALLBACK_TIME_ZONE = 'Europe/Warsaw'

const givenName = ({ verified, profile }: Known) => verified.given_name ?? profile.given_name
const familyName = ({ verified, profile }: Known) => verified.family_name ?? profile.family_name

const ageOf = ({ verified, profile, now }: Known) => {
  if (verified.age_over_18 === 'true') return true
  return verified.birthdate === undefined ? undefined : isAdult(verified.birthdate, todayIn(profile.zoneinfo ?? FALLBACK_TIME_ZONE, now))
}

/** Where the value of each claim comes from. Spec: Claims and identifiers. @see OpenID Connect Core §5.1 */
const CLAIMS = {
  sub: { value: ({ subject }) => subject.sub, stated: [], verified: [] },
  name: {
    value: (known) => [givenName(known), familyName(known)].filter(Boolean).join(' ') || undefined,
    stated: ['given_name', 'family_name'],
    verified: ['given_name', 'family_name'],
  },
  given_name: { value: givenName, stated: ['given_name'], verified: ['given_name'] },
  family_name: { value: familyName, stated: ['family_name'], verified: ['family_name'] },
  birthdate: { value: ({ verified, profile }) => verified.birthdate ?? profile.birthdate, stated: ['birthdate'], verified: ['birthdate'] },
  locale: { value: ({ profile }) => profile.locale, stated: ['locale'], verified: [] },
  email: { value: ({ subject }) => aliasAddress(subject.aliasLocalPart), stated: [], verified: [] },
  email_verified: { value: () => true, stated: [], verified: [] },
  age_over_18: {
    value: ageOf,
    stated: [],
    // Either will do, so that nobody has to tell a birth date for it.
    verified: ['age_over_18', 'birthdate'],
    isEither: true,
  },
} as const satisfies Record<ClaimName, Claim>

/**
 * The claims of userinfo: those of the scopes, a verified value before a stated one, unknown ones left out.
 * @see OpenID Connect Core §5.3.2, §5.4
 */
export function claimsFor(scopes: Iterable<ScopeName>, subject: Subject, person: KnownPerson, now: Date): Claims {
  const known = { ...person, subject, now }
  const names = new Set<ClaimName>(['sub', ...claimsOf(scopes)])
  const given = [...names].map((name) => [name, CLAIMS[name].value(known)] as const).filter(([, value]) => value !== undefined)
  return Object.fromEntries(given) as Claims
}

/** The fields that the claims of these scopes are made of. */
export const madeOf = (scopes: Iterable<ScopeName>, kind: 'stated' | 'verified'): string[] => [
  ...new Set(claimsOf(scopes).flatMap((name) => [...CLAIMS[name][kind]])),
]

/**
 * The claims from documents that these scopes are answered with.
 * @param held names of those that the person has: of several that would do, the one that is used
 */
export function claimsFromDocuments(scopes: Iterable<ScopeName>, held: readonly string[] = []): string[] {
  const used = claimsOf(scopes).flatMap((claim) => {
    const { verified, isEither }: Claim = CLAIMS[claim]
    const first = isEither && verified.find((name) => held.includes(name))
    return first ? [first] : [...verified]
  })
  return [...new Set(used)]
}

/** What a person does for a scope that they have no value for yet: fill in their profile, or verify a document. */
export function lacking(scope: ScopeName): 'profile' | 'document' | null {
  if (madeOf([scope], 'stated').length > 0) return 'profile'
  return madeOf([scope], 'verified').length > 0 ? 'document' : null
}

/** Of these claims those that a document can stand behind. */
export const verifiableClaims = (names: readonly ClaimName[]): ClaimName[] => names.filter((name) => CLAIMS[name].verified.length > 0)
