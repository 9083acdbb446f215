import { expect, it } from 'vitest'
import { judgeSaving, type KeptClaim } from './judge-saving'

const NAMES = ['given_name', 'family_name', 'birthdate']

const kept = (assurance: KeptClaim['assurance'], more: Partial<KeptClaim> = {}): KeptClaim => ({
  name: 'given_name',
  assurance,
  isLive: true,
  kinship: 'other',
  ...more,
})

it.each([
  ['the first document is saved', [], 'zone', { kind: 'replace', staying: [] }],
  ['as good a showing takes the place of the one before', [kept('page')], 'page', { kind: 'replace', staying: [] }],
  ['a better one, too', [kept('zone')], 'person', { kind: 'replace', staying: [] }],
  ['a weaker one of another document changes nothing', [kept('person')], 'page', { kind: 'keep' }],
  ['a weaker one of the same document adds what was not there', [kept('person', { kinship: 'same' })], 'zone', { kind: 'add' }],
  ['what ran out or is contested stands in no way', [kept('person', { isLive: false })], 'zone', { kind: 'replace', staying: [] }],
  [
    'a number of the same document that is not asked for again goes',
    [kept('page', { name: 'document_number', kinship: 'same' })],
    'page',
    { kind: 'replace', staying: [] },
  ],
  [
    'an age from a wallet stays beside a passport',
    [kept('wallet', { name: 'age_over_18', kinship: 'compatible' })],
    'person',
    { kind: 'replace', staying: ['age_over_18'] },
  ],
  ['a passport adds to a name from a wallet', [kept('wallet', { kinship: 'compatible' })], 'person', { kind: 'add' }],
  ['and changes nothing where that is another name', [kept('wallet')], 'person', { kind: 'keep' }],
] as const)('%s', (_, claims, assurance, verdict) => {
  expect(judgeSaving(claims, { assurance, names: NAMES })).toEqual(verdict)
})

it('a wallet that tells an age alone takes nothing away, unless it is of somebody else', () => {
  const passport = (kinship: KeptClaim['kinship']) => NAMES.map((name) => kept('person', { name, kinship }))
  const age = { assurance: 'wallet', names: ['age_over_18'] } as const
  expect(judgeSaving(passport('compatible'), age)).toEqual({ kind: 'replace', staying: NAMES })
  expect(judgeSaving(passport('other'), age)).toEqual({ kind: 'replace', staying: [] })
})
