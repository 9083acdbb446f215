import type { ScopeName } from '#lib/scopes/catalog'
import { aliasAddress } from '#lib/subjects/alias-address'
import type { Subject } from '#lib/subjects/sealed-subject'
import { isAdult, todayIn } from './age'
import type { Profile, VerifiedClaims } from './schema'

/** What is given of a person: what they stated and what documents say, as `judgeRelease` let it through. */
export type KnownPerson = { profile: Profile; verified: VerifiedClaims }

export type Claims = { sub: string; [claim: string]: string | number | boolean }

const FALLBACK_TIME_ZONE = 'Europe/Warsaw'

/**
 * The claims of userinfo: those of the scopes, a verified value before a stated one, unknown ones left out.
 * Spec: Claims and identifiers. @see OpenID Connect Core §5.3.2, §5.4
 */
export function claimsFor(scopes: Iterable<ScopeName>, subject: Subject, person: KnownPerson, now: Date): Claims {
  const { profile, verified } = person
  const givenName = verified.given_name ?? profile.given_name
  const familyName = verified.family_name ?? profile.family_name
  const claims: Record<ScopeName, Record<string, string | number | boolean | undefined>> = {
    openid: {},
    given_name: { given_name: givenName },
    profile: {
      name: [givenName, familyName].filter(Boolean).join(' ') || undefined,
      given_name: givenName,
      family_name: familyName,
      birthdate: verified.birthdate ?? profile.birthdate,
      locale: profile.locale,
    },
    email: { email: aliasAddress(subject.aliasLocalPart), email_verified: true },
    age_over_18: {
      age_over_18: verified.birthdate === undefined ? undefined : isAdult(verified.birthdate, todayIn(profile.zoneinfo ?? FALLBACK_TIME_ZONE, now)),
    },
    offline_access: {},
  }
  const wanted = Object.assign({}, ...[...scopes].map((scope) => claims[scope]))
  const known = Object.entries(wanted as Record<string, string | number | boolean | undefined>).filter(([, value]) => value !== undefined)
  return { sub: subject.sub, ...Object.fromEntries(known) } as Claims
}

/** The claims from documents that these scopes are answered with. */
export function claimsFromDocuments(scopes: Iterable<ScopeName>): string[] {
  const rests: Partial<Record<string, readonly string[]>> = {
    given_name: ['given_name'],
    profile: ['given_name', 'family_name', 'birthdate'],
    age_over_18: ['birthdate'],
  } satisfies Partial<Record<ScopeName, readonly string[]>>
  return [...new Set([...scopes].flatMap((scope) => rests[scope] ?? []))]
}
