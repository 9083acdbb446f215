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

const settle = ([likeliest = '', ...others]: string[], shown: string, again = shown) => {
  const look = (surname: string) => page('Surname', surname, 'Given names', 'ANNA')
  const { spells } = judgePage(zone(likeliest), look(shown), look(again))
  return settledBy(
    spells,
    [likeliest, ...others].map((surname) => zone(surname)),
  )?.surname
}

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
