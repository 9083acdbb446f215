import { describe, expect, it } from 'vitest'
import { type JudgedMail, judgeSender, OTHER_MAIL } from './judge-sender'

const mail = (change: Partial<JudgedMail> = {}): JudgedMail => ({
  address: 'news@shop.example',
  isProven: true,
  isSuspect: false,
  isFlagged: false,
  mailDomains: [],
  choice: null,
  isReleased: false,
  ...change,
})

const SHOP = ['shop.example']

describe('mail of an app that named its domains', () => {
  it.each(OTHER_MAIL)('flows when they vouch for it, whatever was chosen for other mail: %s', (choice) => {
    for (const address of ['news@shop.example', 'a@eu.mail.shop.example'])
      expect(judgeSender(mail({ address, mailDomains: SHOP, choice }))).toEqual({ kind: 'deliver', mark: null })
  })

  it('is held when it comes from elsewhere, also from a domain that only ends alike, or when nobody vouches for it', () => {
    for (const change of [{ address: 'a@notshop.example' }, { address: 'a@shop.example.evil.test' }, { isProven: false }])
      expect(judgeSender(mail({ ...change, mailDomains: SHOP }))).toEqual({ kind: 'hold', why: 'sender' })
  })
})

it('mail of an app that named none is marked', () => {
  expect(judgeSender(mail())).toEqual({ kind: 'deliver', mark: 'elsewhere' })
  expect(judgeSender(mail({ isProven: false }))).toEqual({ kind: 'deliver', mark: 'unverified' })
})

it.each([
  ['let_through', { kind: 'deliver', mark: null }, { kind: 'deliver', mark: 'unverified' }],
  ['mark', { kind: 'deliver', mark: 'elsewhere' }, { kind: 'deliver', mark: 'unverified' }],
  ['hold', { kind: 'hold', why: 'sender' }, { kind: 'hold', why: 'sender' }],
  ['refuse', { kind: 'refuse' }, { kind: 'refuse' }],
  ['reject', { kind: 'refuse' }, { kind: 'refuse' }],
])('a person who chose %s is heard, with and without named domains', (choice, proven, unproven) => {
  for (const mailDomains of [[], ['other.example']]) {
    expect(judgeSender(mail({ choice, mailDomains }))).toEqual(proven)
    expect(judgeSender(mail({ choice, mailDomains, isProven: false }))).toEqual(unproven)
  }
})

it('what fails a policy of suspicion is held unless it is refused anyway, and goes through marked once its person lets it', () => {
  const suspect = mail({ isProven: false, isSuspect: true })
  for (const choice of [null, 'let_through', 'mark', 'hold']) expect(judgeSender({ ...suspect, choice })).toEqual({ kind: 'hold', why: 'policy' })
  expect(judgeSender({ ...suspect, choice: 'refuse' })).toEqual({ kind: 'refuse' })
  expect(judgeSender({ ...suspect, isReleased: true })).toEqual({ kind: 'deliver', mark: 'unverified' })
})

it('what the filter wants looked at is held, the app’s own as well, unless it is refused anyway or its person let it through', () => {
  const flagged = mail({ isFlagged: true })
  const own = mail({ isFlagged: true, mailDomains: ['mail.example'], address: 'x@mail.example' })
  for (const one of [own, { ...flagged, choice: 'let_through' }, { ...flagged, isSuspect: true }])
    expect(judgeSender(one)).toEqual({ kind: 'hold', why: 'filter' })
  for (const choice of ['refuse', 'reject']) expect(judgeSender({ ...flagged, choice })).toEqual({ kind: 'refuse' })
  expect(judgeSender({ ...own, isReleased: true })).toEqual({ kind: 'deliver', mark: null })
})
