import { describe, expect, it } from 'vitest'
import type { MrzDocument } from '../mrz/parse'
import { judgePage } from './judge-page'
import { settledBy } from './settled-by'

const zone = (surname: string, givenNames = 'ANNA'): MrzDocument => ({
  format: 'TD3',
  documentCode: 'P',
  issuer: 'UTO',
  surname,
  givenNames,
  namesTruncated: false,
  documentNumber: 'L898902C3',
  nationality: 'UTO',
  birthDate: '1974-08-12',
  sex: 'F',
  expiryDate: '2032-04-15',
  mrz: [],
})

/** Lines under each other, as a reader of words returns them. */
const page = (...lines: string[]) =>
  lines.map((text, index) => {
    const [left, top] = [42, 10 + index * 4]
    const place = { left, right: left + text.length * 1.7 }
    return { ...place, top, bottom: top + 2.5, letterHeight: 2.5, words: [{ text, confidence: 95, ...place }] }
  })

const numbered = (documentNumber: string): MrzDocument => ({ ...zone('ERIKSSON'), documentNumber })

const settle = ([likeliest = '', ...others]: string[], shown: string, again = shown) => {
  const look = (surname: string) => page('Surname', surname, 'Given names', 'ANNA')
  const { spells } = judgePage(zone(likeliest), look(shown), look(again))
  return settledBy(
    spells,
    [likeliest, ...others].map((surname) => zone(surname)),
  )?.surname
}

describe('a number that the zone leaves open', () => {
  const [one, other] = [numbered('L898U02C3'), numbered('L898002C3')]
  const settleNumber = (shown: string, again = shown) =>
    settledBy(judgePage(one, page('Passport No.', shown), page('Passport No.', again)).spells, [one, other])?.documentNumber

  it('is settled by a page that shows one of them', () => {
    expect(settleNumber('L898002C3')).toBe('L898002C3')
    expect(settleNumber('L898U02C3')).toBe('L898U02C3')
  })

  it('stays open when the page shows another, or another at a second look', () => {
    expect(settleNumber('L898802C3')).toBeUndefined()
    expect(settleNumber('L898002C3', 'L898U02C3')).toBeUndefined()
  })

  it('stays open between characters of one shape', () => {
    const alike = [numbered('L898002C3'), numbered('L898O02C3')]
    expect(settledBy(judgePage(one, page('Passport No.', 'L898002C3'), null).spells, alike)).toBeUndefined()
  })
})

describe('a sex that the zone leaves open', () => {
  const settleSex = (shown: string) => settledBy(judgePage(zone('ERIKSSON'), page('Sex', shown), null).spells, [zone('ERIKSSON')], ['sex'])

  it('is settled by a page that shows it beside its caption, and by nothing else', () => {
    expect(settleSex('F')).toBeDefined()
    expect(settleSex('M')).toBeUndefined()
    expect(settleSex('')).toBeUndefined()
  })
})

it('settles nothing that is not open', () => {
  expect(settledBy(() => true, [zone('ERIKSSON')])).toBeUndefined()
})

describe('a letter that the zone leaves open', () => {
  it.each([
    ['the first letter', ['WALESA', 'VALESA'], 'WALESA', 'WALESA'],
    ['the second letter', ['VALESA', 'WALESA'], 'WALESA', 'WALESA'],
    ['one of four', ['KOVAK', 'XOVAK', 'KOVAX', 'XOVAX'], 'KOVAX', 'KOVAX'],
    ['an accent that the zone has not', ['NOVAK', 'HOVAK'], 'NOVÁK', 'NOVAK'],
  ])('is settled by a page that shows %s', (_, surnames, shown, settled) => {
    expect(settle(surnames, shown)).toBe(settled)
  })

  it.each([
    ['a third letter', ['WALESA', 'VALESA'], 'MALESA', 'MALESA'],
    ['another letter elsewhere', ['WALESA', 'VALESA'], 'WALESE', 'WALESE'],
    ['no name', ['WALESA', 'VALESA'], '', ''],
    ['one letter at first and the other at a second look', ['WALESA', 'VALESA'], 'WALESA', 'VALESA'],
  ])('stays open when the page shows %s', (_, surnames, shown, again) => {
    expect(settle(surnames, shown, again)).toBeUndefined()
  })
})
