import { expect, it } from 'vitest'
import { judgeSaving, type KeptClaim } from './judge-saving'

const kept = (assurance: KeptClaim['assurance'], more: Partial<KeptClaim> = {}): KeptClaim => ({
  assurance,
  isLive: true,
  isOfThisDocument: false,
  ...more,
})

it.each([
  ['the first document is saved', [], 'zone', 'replace'],
  ['as good a showing takes the place of the one before', [kept('page')], 'page', 'replace'],
  ['a better one, too', [kept('zone')], 'person', 'replace'],
  ['a weaker one of another document changes nothing', [kept('person')], 'page', 'keep'],
  ['a weaker one of the same document adds what was not there', [kept('person', { isOfThisDocument: true })], 'zone', 'add'],
  ['what ran out or is contested stands in no way', [kept('person', { isLive: false })], 'zone', 'replace'],
] as const)('%s', (_, claims, assurance, verdict) => {
  expect(judgeSaving(claims, assurance)).toBe(verdict)
})
