import { describe, expect, it } from 'vitest'
import { CLAIM_NAMES, SCOPES } from '#lib/scopes/catalog'
import { isAdult, todayIn } from './age'
import { claimsFor, claimsFromDocuments, madeOf } from './claims'
import type { Profile, VerifiedClaims } from './schema'

const subject = { sub: 's', aliasLocalPart: 'abcdefghijklmnop' }
const now = new Date('2026-11-21T22:30:00Z')

describe('age_over_18', () => {
  it('turns true on the 18th birthday in the time zone of the person', () => {
    expect(todayIn('Europe/Warsaw', now)).toBe('2026-11-21')
    expect(todayIn('Asia/Tokyo', now)).toBe('2026-11-22')
    const of = (zoneinfo: string) =>
      claimsFor(['age_over_18'], subject, { profile: { zoneinfo }, verified: { birthdate: '2008-11-22' } }, now).age_over_18
    expect(of('Asia/Tokyo')).toBe(true)
    expect(of('Europe/Warsaw')).toBe(false)
  })
  it('counts 29 February to 1 March in a common year', () => {
    expect(isAdult('2008-02-29', '2026-02-28')).toBe(false)
    expect(isAdult('2008-02-29', '2026-03-01')).toBe(true)
  })
  it('is absent without a verified birth date, stated or not', () => {
    const claims = claimsFor(['age_over_18'], subject, { profile: { birthdate: '1980-01-01' }, verified: {} }, now)
    expect(claims).toEqual({ sub: 's' })
  })
})

describe('claimsFor', () => {
  it('prefers the verified value and leaves out what is unknown', () => {
    const person = { profile: { given_name: 'Jo', locale: 'en' as const }, verified: { given_name: 'Joanna' } }
    expect(claimsFor(['openid', 'profile'], subject, person, now)).toEqual({
      sub: 's',
      name: 'Joanna',
      given_name: 'Joanna',
      locale: 'en',
    })
  })
  it('gives the alias as the e-mail address, never another', () => {
    const claims = claimsFor(['email'], subject, { profile: {}, verified: {} }, now)
    expect(claims).toEqual({ sub: 's', email: 'abcdefghijklmnop@alias.localhost', email_verified: true })
  })
})

describe('every scope of the catalog', () => {
  it('gives every claim that discovery promises, of somebody of whom everything is known', () => {
    const profile: Required<Profile> = {
      given_name: 'Jo',
      family_name: 'Miller',
      birthdate: '1980-01-01',
      locale: 'en',
      zoneinfo: 'Europe/Warsaw',
    }
    const verified: Required<VerifiedClaims> = {
      given_name: 'Joanna',
      family_name: 'Miller',
      birthdate: '1980-01-01',
      age_over_18: 'true',
      nationality: 'POL',
      document_number: 'ABC123456',
      document_expiry: '2030-01-01',
    }
    const all = SCOPES.map(({ name }) => name)
    expect(Object.keys(claimsFor(all, subject, { profile, verified }, now)).sort()).toEqual([...CLAIM_NAMES].sort())
  })

  it.each(SCOPES.map(({ name }) => name))('%s is made of what it says it is made of, and of nothing else', (scope) => {
    const looked = { profile: new Set<string>(), verified: new Set<string>() }
    const watched = (kind: keyof typeof looked) => new Proxy({}, { get: (_, field) => void looked[kind].add(String(field)) })
    claimsFor([scope], subject, { profile: watched('profile'), verified: watched('verified') }, now)
    expect([...looked.verified].sort()).toEqual(claimsFromDocuments([scope]).sort())
    expect([...looked.profile].sort()).toEqual(madeOf([scope], 'stated').sort())
  })
})
