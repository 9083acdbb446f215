import { describe, expect, it } from 'vitest'
import type { StagedReading } from '../staged-reading'
import { judgeNames, type NamesAnswer } from './judge-names'

const READING: StagedReading = {
  givenNames: 'ANNA MARIA',
  surname: 'ZELENSKA',
  namesTruncated: false,
  pageNames: null,
  birthdate: null,
  nationality: 'UTO',
  documentNumber: 'X',
  expiryDate: '2031-01-31',
}
const answer = (more: Partial<NamesAnswer>): NamesAnswer => ({ given_name: 'Anna Maria', family_name: 'Żeleńska', ...more })

describe('a spelling', () => {
  it.each([
    ['with accents is taken', {}, 'ok'],
    ['in another alphabet is taken where all of it is', { given_name: 'Анна Мариа', family_name: 'Зеленска' }, 'ok'],
    ['with one Cyrillic letter among Latin ones is refused', { family_name: 'Zelenskа' }, 'family_name'],
    ['in Latin beside one in Cyrillic is refused', { given_name: 'Анна Мариа' }, 'family_name'],
    ['in letters that stand for others is refused', { family_name: 'Ｚelenska' }, 'family_name'],
    ['with a character that nobody sees is refused', { given_name: 'An\u200Bna Maria' }, 'given_name'],
    ['of another name is refused', { given_name: 'Anna' }, 'given_name'],
    ['left out is refused', { family_name: '' }, 'family_name'],
  ] as const)('%s', (_, more, outcome) => {
    const verdict = judgeNames(answer(more), READING)
    expect(verdict.ok ? 'ok' : verdict.wrong).toBe(outcome)
  })
})

describe('of two readings', () => {
  const two = { ...READING, surname: 'SILNA', pageNames: { surname: 'SILVA', givenNames: 'ANNA MARIA' } }
  it.each([
    ['one has to be chosen', { family_name: '' }, 'choose family_name'],
    ['the page can be chosen', { family_name: '', sources: { family_name: 'page' } }, 'Silva'],
    ['the zone can be chosen', { family_name: '', sources: { family_name: 'zone' } }, 'Silna'],
    ['the chosen one can be spelled', { family_name: 'Sílva', sources: { family_name: 'page' } }, 'Sílva'],
    ['the other one is not a spelling of it', { family_name: 'Silna', sources: { family_name: 'page' } }, 'family_name'],
  ] as const)('%s', (_, more, outcome) => {
    const verdict = judgeNames(answer(more), two)
    expect(verdict.ok ? verdict.names.family_name : `${verdict.isUnchosen ? 'choose ' : ''}${verdict.wrong}`).toBe(outcome)
  })

  it('nothing can be chosen where both say the same', () => {
    const wished = answer({ given_name: '', sources: { given_name: 'page' } })
    expect(judgeNames({ ...wished, sources: { given_name: 'page', family_name: 'zone' }, family_name: '' }, two)).toMatchObject({
      wrong: 'given_name',
    })
  })
})
