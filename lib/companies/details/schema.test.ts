import { describe, expect, it } from 'vitest'
import { COUNTRIES, countryNames } from './countries'
import { changesIdentity, companyDetails, missingForVerification } from './schema'

const written = { name: ' Larkspur ', legal_name: 'Larkspur Ltd', registration_number: '12', country: 'PL', website: 'larkspur.example' }
const details = companyDetails.parse(written)
const faults = (change: object) => companyDetails.safeParse({ ...written, ...change }).error?.issues.map(({ path }) => path[0]) ?? []

describe('company details', () => {
  it('are trimmed, and a website is made a whole address', () => {
    expect(details).toEqual({ ...written, name: 'Larkspur', website: 'https://larkspur.example' })
  })

  it('know the difference between nothing and an empty text', () => {
    expect(companyDetails.parse({ ...written, country: '', website: '  ' })).toMatchObject({ country: null, website: null })
  })

  it.each([
    ['http://larkspur.example'],
    ['https://user:secret@larkspur.example'],
    ['javascript:alert(1)'],
    ['localhost'],
    ['https://'],
    [`https://l.example/${'x'.repeat(200)}`],
  ])('refuse the website %s', (website) => {
    expect(faults({ website })).toContain('website')
  })

  it.each([['XX'], ['pl'], ['UK'], ['EU']])('refuse the country %s', (country) => {
    expect(faults({ country })).toEqual(['country'])
  })

  it('refuse a name with control characters and one that is empty', () => {
    expect([...faults({ name: 'a\u0000b' }), ...faults({ name: ' ' })]).toEqual(['name', 'name'])
  })

  it.each(['Shop\u202Eknab', 'PayP\u0430l', '\u3164', 'Shop\u{E0041}', '\uE000x'])('refuse %j as a name', (name) => {
    expect(faults({ name })).toEqual(['name'])
  })

  it('take a legal name in any scripts, with nothing hidden', () => {
    expect(faults({ legal_name: 'ООО «Signet»' })).toEqual([])
    expect(faults({ legal_name: 'Signet\u202E' })).toEqual(['legal_name'])
  })
})

describe('the identity of a company', () => {
  it('is its name, its legal name, its number and its country; not its website', () => {
    for (const change of [{ name: 'x' }, { legal_name: 'x' }, { registration_number: 'x' }, { country: 'DE' }]) {
      expect(changesIdentity(details, { ...details, ...change })).toBe(true)
    }
    expect(changesIdentity(details, { ...details, website: null })).toBe(false)
  })

  it('has to be complete for a verification', () => {
    expect(missingForVerification(details)).toEqual([])
    expect(missingForVerification({ ...details, legal_name: null, country: null })).toEqual(['legal_name', 'country'])
  })
})

it('names all 249 countries in each language, in its own order', () => {
  expect(COUNTRIES).toHaveLength(249)
  const polish = countryNames('pl').map(([, name]) => name)
  expect(polish.indexOf('Łotwa')).toBeLessThan(polish.indexOf('Malta'))
  expect(countryNames('en')).toContainEqual(['PL', 'Poland'])
})
