import { describe, expect, it } from 'vitest'
import { isAdult, todayIn } from './age'
import { claimsFor } from './claims'

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
