import { describe, expect, it } from 'vitest'
import { decodeZone } from './decode-zone'
import { ALPHABET } from './layers'

const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']

/** Each cell all but certain, but for one that is `share` another character. */
function probabilities(row: number, column: number, other: string, share: number) {
  return lines.map((line, at) =>
    [...line].map((character, place) => {
      const cell = new Float32Array(ALPHABET.length).fill(0.00001)
      cell[ALPHABET.indexOf(character)] = 0.9996
      if (at !== row || place !== column) return cell
      cell[ALPHABET.indexOf(character)] = 1 - share
      cell[ALPHABET.indexOf(other)] = share
      return cell
    }),
  )
}

describe('a zone that agrees with itself', () => {
  it.each([
    ['certain with a letter of a name that is hardly another one', 0, 5, 'F', 0.015, true],
    ['not certain with a letter of a name that may be another one', 0, 5, 'F', 0.03, false],
    ['certain with a zero of a date that looks like the letter', 1, 15, 'O', 0.95, true],
    ['certain with a letter of a name that looks like a digit', 0, 10, '5', 0.95, true],
    ['not certain with a digit of a date that looks like nothing a date has', 1, 15, 'W', 0.995, false],
    ['certain with a character of the number that a check digit tells from the other', 1, 5, 'O', 0.3, true],
    ['not certain with one that no check digit tells from the other', 1, 5, 'U', 0.08, false],
    ['not certain with an empty place that may be a zero', 1, 38, '0', 0.08, false],
  ])('is %s', (_, row, column, other, share, certain) => {
    expect(decodeZone('TD3', probabilities(row, column, other, share))).toMatchObject({ lines, agrees: true, certain })
  })
})
