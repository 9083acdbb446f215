import { describe, expect, it } from 'vitest'
import { LOCALES, pickLocale } from './locales'
import { MESSAGES } from './messages'

describe('pickLocale', () => {
  it.each([
    ['pl-PL,pl;q=0.9,en;q=0.8', 'pl'],
    ['de, en;q=0.5', 'de'],
    ['fr, en;q=0.5', 'en'],
    ['en;q=0.1, pl;q=0.9', 'pl'],
    ['pl en', 'pl'],
    ['es fr', null],
    ['pl;q=0', null],
    ['', null],
    [undefined, null],
  ])('%s → %s', (preferences, locale) => expect(pickLocale(preferences)).toBe(locale))
})

/** Every text with its path. Lists count as one text: how many sentences it takes is each language's own affair. */
const flatten = (node: object, prefix = ''): [string, string][] =>
  Object.entries(node).flatMap(([key, value]) =>
    typeof value === 'string' || Array.isArray(value)
      ? [[prefix + key, JSON.stringify(value)] as [string, string]]
      : flatten(value, `${prefix}${key}.`),
  )

const placeholders = (text: string) => [...new Set([...text.matchAll(/\{(\w+)[,}]/g)].map((match) => match[1]))].sort()

it.each(LOCALES)('%s has every text, with the same places for values', (locale) => {
  const english = new Map(flatten(MESSAGES.en))
  const other = new Map(flatten(MESSAGES[locale]))
  expect([...other.keys()].sort()).toEqual([...english.keys()].sort())
  for (const [key, text] of english) expect(placeholders(other.get(key) ?? ''), key).toEqual(placeholders(text))
})

it.each(LOCALES)('every number in %s has the forms that the language wants', (locale) => {
  const wanted = new Intl.PluralRules(locale).resolvedOptions().pluralCategories
  for (const [key, text] of flatten(MESSAGES[locale]))
    for (const [, forms = ''] of text.matchAll(/\{\w+, plural,((?:[^{}]|\{[^{}]*\})*)\}/g)) {
      const given = [...forms.matchAll(/(?<!=)\b([a-z]+) \{/g)].map(([, form]) => form)
      // A preposition may leave a language with fewer forms than it has; `other` is the one that always counts.
      expect(given, key).toContain('other')
      for (const form of given) expect(wanted, `${key}: ${form}`).toContain(form)
    }
})
