import { expect, it } from 'vitest'
import { profileSchema } from './schema'

it('a profile keeps what is known and refuses what cannot be', () => {
  expect(profileSchema.parse({ given_name: ' Ala ', birthdate: '1990-02-28', zoneinfo: 'Europe/Warsaw' })).toEqual({
    given_name: 'Ala',
    birthdate: '1990-02-28',
    zoneinfo: 'Europe/Warsaw',
  })
  for (const wrong of [{ birthdate: '1990-02-30' }, { zoneinfo: 'Mars/Base' }, { locale: 'fr' }, { given_name: 'a\nb' }, { given_name: '' }]) {
    expect(profileSchema.safeParse(wrong).success, JSON.stringify(wrong)).toBe(false)
  }
})
