import { todayIn } from '#lib/users/age'
import type { Profile, VerifiedClaims } from '#lib/users/schema'

/** Whom a company can invent to try its test apps. */
export const DEMO_KINDS = ['adult', 'minor', 'unverified', 'two_factor', 'passkey'] as const

export type DemoKind = (typeof DEMO_KINDS)[number]

export const isDemoKind = (text: string): text is DemoKind => (DEMO_KINDS as readonly string[]).includes(text)

const NAMES: Record<DemoKind, [givenName: string, familyName: string]> = {
  adult: ['Ada', 'Lindqvist'],
  minor: ['Milo', 'Brandt'],
  unverified: ['Una', 'Varga'],
  two_factor: ['Tomas', 'Okafor'],
  passkey: ['Petra', 'Novak'],
}

/** Years old today, on no birthday that could come tomorrow. */
const AGES: Record<DemoKind, number> = { adult: 34, minor: 15, unverified: 41, two_factor: 28, passkey: 37 }

/** What such a person is, as of today. */
export function demoPerson(kind: DemoKind, today: Date): { profile: Profile; verified: VerifiedClaims } {
  const [given_name, family_name] = NAMES[kind]
  const birthdate = todayIn('UTC', new Date(Date.UTC(today.getUTCFullYear() - AGES[kind], today.getUTCMonth() - 3, 15)))
  const profile = { given_name, family_name, locale: 'en' as const, zoneinfo: 'Europe/Warsaw' }
  return { profile, verified: kind === 'unverified' ? {} : { given_name, family_name, birthdate } }
}
