import { describe, expect, it } from 'vitest'
import type { ScopeName } from '#lib/scopes/catalog'
import { openAskedVerified, readAskedVerified } from './asked-verified'
import { type Held, judgeVerified, type Origin } from './judge-verified'
import { toldTime } from './told-time'

const NOW = new Date('2026-11-22T12:00:00Z')
const KNOWN: Record<string, unknown> = { given_name: 'Erika', age_over_18: true }
const together = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, KNOWN[name]]))
const BY_WALLET: Origin = { framework: 'eidas', evidence: 'electronic_record', time: new Date('2026-11-10T00:00:00Z') }
const by = (...origins: Origin[]): Held[] => Object.keys(KNOWN).map((name) => ({ name, origins }))
const ALL: ScopeName[] = ['openid', 'profile', 'age_over_18']
const read = (claims: unknown, scopes = ALL) => readAskedVerified(JSON.stringify(claims), scopes)
const keptOf = (verified: unknown, scopes = ALL) => {
  const asked = read({ userinfo: { verified_claims: verified } }, scopes)
  if (asked.kind === 'fault') throw new Error(asked.description)
  return asked.kept
}
const ask = (verified: unknown, scopes = ALL, held = by(BY_WALLET)) =>
  judgeVerified(openAskedVerified(keptOf(verified, scopes) ?? '[]'), held, together, NOW)
const set = (verification: object, claims: object = { given_name: null }) => ({ verification: { trust_framework: null, ...verification }, claims })
const TOLD = [{ verification: { trust_framework: 'eidas' }, claims: { given_name: 'Erika' } }]

describe('what is asked for is told', () => {
  it.each([[null], [{}], [{ essential: false }], [{ essential: true }], [{ purpose: 'To know you' }]])(
    'with %j, for claim and framework alike',
    (any) => {
      expect(ask({ verification: { trust_framework: any }, claims: { given_name: any } })).toEqual(TOLD)
    },
  )
  it('and no more of the verification than was asked', () => {
    expect(ask(set({ time: null, evidence: [{ type: { value: 'electronic_record' } }] }))).toEqual([
      {
        verification: { trust_framework: 'eidas', time: '2026-11-10T00:00:00Z', evidence: [{ type: 'electronic_record' }] },
        claims: { given_name: 'Erika' },
      },
    ])
    expect(ask(set({ evidence: [{ type: { value: 'electronic_record' }, record: { type: null } }] }))[0]?.verification.evidence).toEqual([
      { type: 'electronic_record', record: { type: 'digital_credential' } },
    ])
  })
  it('without what is not known here, however much it is wanted', () => {
    const more = { given_name: null, shoe_size: { essential: true }, 'a"<b>\\u0000&é': null, __proto__x: null }
    expect(ask(set({ assurance_level: null, verification_process: { essential: true } }, more))).toEqual(TOLD)
  })
  it('of any entry of a list of sets, and of any type of evidence in a list', () => {
    expect(ask([set({}), set({}, { age_over_18: null })])).toHaveLength(2)
    expect(ask([set({ trust_framework: { value: 'de_aml' } }), set({})])).toEqual(TOLD)
    expect(ask(set({ evidence: [{ type: { value: 'vouch' } }, { type: { value: 'electronic_record' } }] }))).toHaveLength(1)
  })
  it('where it is one of the values, young enough, of this framework', () => {
    expect(ask(set({ trust_framework: { values: ['de_aml', 'eidas'] }, time: { max_age: 31_536_000_000 } }))).toHaveLength(1)
    expect(ask(set({}, { age_over_18: { value: true } }))).toHaveLength(1)
  })
})

it.each([
  ['another framework', set({ trust_framework: { value: 'de_aml' } })],
  ['another evidence', set({ evidence: [{ type: { value: 'document' } }] })],
  [
    'evidence of a kind that is required to be more',
    set({ evidence: [{ type: { value: 'electronic_record' }, check_details: [{ check_method: { value: 'vpip' } }] }] }),
  ],
  ['a record of another kind', set({ evidence: [{ type: { value: 'electronic_record' }, record: { type: { value: 'birth_register' } } }] })],
  ['a record with a known number', set({ evidence: [{ type: { value: 'electronic_record' }, record: { personal_number: { value: '4711' } } }] })],
  ['something that is never told', set({ assurance_level: { value: 'high' } })],
  ['something never told, deep inside', set({ assurance_process: { policy: { value: 'gpg45' } } })],
  ['something younger', set({ time: { max_age: 3600 } })],
  ['an age below nothing', set({ time: { max_age: -1 } })],
  ['an age in letters', set({ time: { max_age: '3600' } })],
  ['a moment', set({ time: { value: '2026-11-10T00:00:00Z' } })],
  ['an unknown claim', set({}, { shoe_size: null })],
  ['a claim that is not there', set({}, { family_name: null })],
  ['another value', set({}, { given_name: { value: '1b671a64-40d5-491e-99b0-da01ff1f3341' } })],
  ['none of the values', set({}, { given_name: { values: ['Hanna', 'Anna'] } })],
  ['values that are none', set({}, { given_name: { values: 'Erika' } })],
  ['no claims', { verification: { trust_framework: null } }],
  ['no verification', { claims: { given_name: null } }],
  ['a verification without its framework', { verification: {}, claims: { given_name: null } }],
  ['text', 'verified'],
  ['nothing', null],
])('%s is absent, and no error', (_, verified) => expect(ask(verified)).toEqual([]))

it('what is asked for in the ID token alone is told nowhere', () =>
  expect(read({ id_token: { verified_claims: set({}) } })).toEqual({ kind: 'asked', kept: null }))

it.each<[string, ScopeName[]]>([
  ['only', ['openid', 'age_over_18']],
  ['never', ['openid']],
])('claims of scopes that are asked for beside it can be asked for, %s', (_, scopes) => {
  expect(ask(set({}, { given_name: null, age_over_18: null }), scopes).map(({ claims }) => claims)).toEqual(
    scopes.includes('age_over_18') ? [{ age_over_18: true }] : [],
  )
})

it('a value that is met is told, and is kept as a fingerprint only', () => {
  const met = set({}, { given_name: { values: ['Hanna', 'Erika'] } })
  expect(ask(met)).toEqual(TOLD)
  expect(keptOf(met)).not.toMatch(/Hanna|Erika/)
})

it.each(['', 'x', '[]', 'null', '"a"', `{"userinfo":"${'x'.repeat(8001)}"}`])('%.20s is no request', (text) =>
  expect(readAskedVerified(text, ALL)).toMatchObject({ kind: 'fault' }),
)

describe('a purpose of a wrong length makes the whole request a fault', () => {
  const inClaim = (purpose: unknown) => ({ userinfo: { verified_claims: set({}, { given_name: { purpose } }) } })
  it.each([
    ['two characters', 'XY'],
    ['301 characters', 'x'.repeat(301)],
    ['a number', 12345],
    ['null', null],
  ])('%s', (_, purpose) => {
    expect(read(inClaim(purpose))).toMatchObject({ kind: 'fault', description: expect.stringContaining('purpose') })
  })
  it.each([
    ['three', 'Why'],
    ['300, each of them two units long', '🙂'.repeat(300)],
    ['what a page would run', '<script>alert(1)</script>'],
  ])('not %s', (_, purpose) => {
    expect(read(inClaim(purpose))).toMatchObject({ kind: 'asked', kept: expect.any(String) })
  })
  it('wherever it stands', () => {
    expect(read({ userinfo: { verified_claims: [set({}), set({ evidence: [{ type: { purpose: 'XY' } }] })] } }).kind).toBe('fault')
    expect(read({ id_token: { verified_claims: { ...set({}), purpose: '' } } }).kind).toBe('fault')
  })
})

describe('who was verified again, of what is still true', () => {
  const BY_PASSPORT: Origin = { framework: 'signet', evidence: 'document', time: new Date('2025-03-01T00:00:00Z') }
  const again = by(BY_PASSPORT, BY_WALLET)
  const everything = { time: null, evidence: [{ type: null }] }
  it('an app goes on being told what it was told before', () => {
    expect(ask(set(everything), ALL, again)).toEqual(ask(set(everything), ALL, by(BY_PASSPORT)))
  })
  it.each([
    ['younger', { time: { max_age: 31_536_000 } }],
    ['of a wallet', { evidence: [{ type: { value: 'electronic_record' } }] }],
    ['of a framework', { trust_framework: { value: 'eidas' } }],
  ])('but one that asks for something %s, that the first is not, is told the later', (_, rule) => {
    expect(ask(set(rule), ALL, by(BY_PASSPORT))).toEqual([])
    expect(ask(set(rule), ALL, again)[0]?.verification.trust_framework).toBe('eidas')
  })
})

it('two apps are told different days, none of them later than the real one or a month before it', () => {
  const real = new Date('2026-11-22T10:11:12.345Z')
  const told = Array.from({ length: 40 }, (_, nth) => toldTime(real, 'usr_1', `app_${nth}`).getTime())
  expect(new Set(told).size).toBeGreaterThan(10)
  for (const time of told) {
    expect(time % 86_400_000).toBe(0)
    expect(time).toBeLessThanOrEqual(real.getTime())
    expect(real.getTime() - time).toBeLessThan(31 * 86_400_000)
  }
  expect(toldTime(real, 'usr_1', 'app_1')).toEqual(toldTime(real, 'usr_1', 'app_1'))
})
