import { describe, expect, it } from 'vitest'
import { pickLocale } from './locales'
import { MESSAGES } from './messages'

describe('pickLocale', () => {
  it.each([
    ['pl-PL,pl;q=0.9,en;q=0.8', 'pl'],
    ['de, en;q=0.5', 'en'],
    ['en;q=0.1, pl;q=0.9', 'pl'],
    ['pl en', 'pl'],
    ['de fr', null],
    ['pl;q=0', null],
    ['', null],
    [undefined, null],
  ])('%s → %s', (preferences, locale) => expect(pickLocale(preferences)).toBe(locale))
})

it('every language has every text, with the same places for values', () => {
  const flatten = (node: object, prefix = ''): [string, string][] =>
    Object.entries(node).flatMap(([key, value]) =>
      typeof value === 'string' ? [[prefix + key, value] as [string, string]] : flatten(value, `${prefix}${key}.`),
    )
  const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]))].sort()
  const english = new Map(flatten(MESSAGES.en))
  const polish = new Map(flatten(MESSAGES.pl))
  expect([...polish.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of english) expect(placeholders(polish.get(key) ?? ''), key).toEqual(placeholders(text))
})
