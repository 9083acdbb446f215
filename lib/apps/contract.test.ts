import { expect, it } from 'vitest'
import { createAppInput, updateAppInput } from './contract'

it.each([
  ['bidi override', 'Shop\u202Eknab'],
  ['Cyrillic letter among Latin ones', 'PayP\u0430l'],
  ['invisible letter alone', '\u3164'],
  ['tag character', 'Shop\u{E0041}'],
  ['private character', 'Shop\uE000'],
])('no app is given a name with a %s, neither at creation nor later', (_, name) => {
  expect(createAppInput.safeParse({ name, redirect_uris: ['https://a.example/cb'], scopes: [] }).success).toBe(false)
  expect(updateAppInput.safeParse({ name }).success).toBe(false)
})

it('a name is kept composed', () => {
  expect(updateAppInput.parse({ name: 'Cafe\u0301' })).toEqual({ name: 'Café' })
})
