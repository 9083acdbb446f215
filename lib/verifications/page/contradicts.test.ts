import { expect, it } from 'vitest'
import { contradicts } from './contradicts'

const TODAY = '2026-11-22'

it.each([
  ['nothing in common', { given_name: 'Anna' }, { birthdate: '1990-01-01' }, undefined, false],
  ['the same name in other capitals', { given_name: 'ANNA' }, { given_name: 'Anna' }, undefined, false],
  ['another name', { given_name: 'Anna' }, { given_name: 'Hanna' }, undefined, true],
  ['another birth date', { birthdate: '1990-01-01' }, { birthdate: '1990-01-02' }, undefined, true],
  ['the age of the birth date', { birthdate: '2008-11-22' }, { age_over_18: 'true' }, true, false],
  ['an age that the birth date denies', { birthdate: '2008-11-23' }, { age_over_18: 'true' }, true, true],
  ['no age, of somebody who is of age', { birthdate: '1990-01-01' }, {}, false, true],
  ['no age, of somebody who was of age in a wallet', { age_over_18: 'true' }, {}, false, true],
  ["a child's birth date, of somebody who was of age in a wallet", { age_over_18: 'true' }, { birthdate: '2010-01-01' }, undefined, true],
  ['another number of the same person', { given_name: 'Anna', document_number: '1' }, { given_name: 'Anna', document_number: '2' }, undefined, false],
] as const)('%s', (_, kept, shown, isOfAge, expected) => {
  expect(contradicts(kept, shown, isOfAge, TODAY)).toBe(expected)
})
