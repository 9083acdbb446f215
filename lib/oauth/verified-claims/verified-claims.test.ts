import { describe, expect, it } from 'vitest'
import { openAskedVerified, readAskedVerified } from './asked-verified'
import { type Evidenced, judgeVerified } from './judge-verified'
import { toldTime } from './told-time'

const NOW = new Date('2026-11-22T12:00:00Z')
const held: Evidenced[] = [
  { framework: 'eidas', evidence: 'electronic_record', time: new Date('2026-11-10T00:00:00Z'), claims: { given_name: 'Erika', age_over_18: true } },
]
const ask = (verified: unknown) => {
  const kept = readAskedVerified(JSON.stringify({ userinfo: { verified_claims: verified } }))
  return kept ? judgeVerified(openAskedVerified(kept), held, NOW) : kept
}
const set = (verification: object, claims: object = { given_name: null }) => ({ verification: { trust_framework: null, ...verification }, claims })

describe('what is asked for is told', () => {
  it('with null and with {} alike, and no more of the verification than was asked', () => {
    for (const any of [null, {}]) {
      expect(ask({ verification: { trust_framework: any }, claims: { given_name: any } })).toEqual([
        { verification: { trust_framework: 'eidas' }, claims: { given_name: 'Erika' } },
      ])
    }
    expect(ask(set({ time: null, evidence: [{ type: { value: 'electronic_record' } }] }))).toEqual([
      {
        verification: { trust_framework: 'eidas', time: '2026-11-10T00:00:00Z', evidence: [{ type: 'electronic_record' }] },
        claims: { given_name: 'Erika' },
      },
    ])
  })
  it('in several sets', () => expect(ask([set({}), set({}, { age_over_18: null })])).toHaveLength(2))
})

it.each([
  ['another framework', set({ trust_framework: { value: 'de_aml' } })],
  ['another evidence', set({ evidence: [{ type: { value: 'document' } }] })],
  ['something that is never told', set({ assurance_level: { value: 'high' } })],
  ['something younger', set({ time: { max_age: 3600 } })],
  ['an unknown claim', set({}, { shoe_size: null })],
  ['a claim that is not there', set({}, { family_name: null })],
  ['another value', set({}, { given_name: { value: 'Hanna' } })],
  ['none of the values', set({}, { given_name: { values: ['Hanna', 'Anna'] } })],
  ['no claims', { verification: { trust_framework: null } }],
  ['no verification', { claims: { given_name: null } }],
])('%s is absent, and no error', (_, verified) => expect(ask(verified) ?? []).toEqual([]))

it('a value that is met is told, and is kept as a fingerprint only', () => {
  const met = set({}, { given_name: { values: ['Hanna', 'Erika'] } })
  expect(ask(met)).toHaveLength(1)
  expect(readAskedVerified(JSON.stringify({ userinfo: { verified_claims: met } }))).not.toMatch(/Hanna|Erika/)
})

it.each(['', 'x', '[]', 'null', '"a"', `{"userinfo":"${'x'.repeat(8001)}"}`])('%.20s is no request', (text) =>
  expect(readAskedVerified(text)).toBeUndefined(),
)

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
