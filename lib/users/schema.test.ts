import { expect, it } from 'vitest'
import { emailSchema, profileSchema } from './schema'

it.each([
  ['Ala@People.Example', 'ala@people.example'],
  [' o+tag@people.example ', 'o+tag@people.example'],
  ['zażółć@people.example', 'zażółć@people.example'],
])('%s is one mailbox, written %s', (given, kept) => expect(emailSchema.parse(given)).toBe(kept))

it.each([
  '',
  'ala',
  'ala@',
  '@people.example',
  'a b@people.example',
  'ala@people',
  'a@b@c.example',
  'a\u0000@people.example',
  `${'x'.repeat(65)}@people.example`,
])('%j is no address', (text) => expect(emailSchema.safeParse(text).success).toBe(false))

it('a profile keeps what is known and refuses what cannot be', () => {
  expect(profileSchema.parse({ given_name: ' Ala ', birthdate: '1990-02-28', zoneinfo: 'Europe/Warsaw' })).toEqual({
    given_name: 'Ala',
    birthdate: '1990-02-28',
    zoneinfo: 'Europe/Warsaw',
  })
  for (const wrong of [{ birthdate: '1990-02-30' }, { zoneinfo: 'Mars/Base' }, { locale: 'de' }, { given_name: 'a\nb' }, { given_name: '' }]) {
    expect(profileSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
})
