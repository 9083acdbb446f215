import { describe, expect, it } from 'vitest'
import type { Cell } from './choose-character'
import { possibleLines } from './possible-lines'

const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']
const named = (text: string) => [`P<UTO${text}`.padEnd(44, '<'), lines[1]]
const unsure = (row: number, column: number, second: string, certainty = 0.7, secondCertainty = 0.28): Cell => ({
  row,
  column,
  character: lines[row]?.[column] ?? '',
  seen: certainty,
  certainty,
  second,
  secondCertainty,
  twinCertainty: 0,
})
const readings = (...cells: Cell[]) => possibleLines({ format: 'TD3', lines, certain: cells.length === 0, unsure: cells })

describe('a zone may say', () => {
  it.each([
    ['what it says, when all of it is certain', [], [lines]],
    ['either of two names, with one letter in doubt', [unsure(0, 8, 'X')], [lines, named('ERIXSSON<<ANNA<MARIA')]],
    [
      'one of four names, with two letters in doubt',
      [unsure(0, 8, 'X'), unsure(0, 16, 'H')],
      [lines, named('ERIXSSON<<ANNA<MARIA'), named('ERIKSSON<<AHNA<MARIA'), named('ERIXSSON<<AHNA<MARIA')],
    ],
    ['either of two numbers, with one character in doubt', [unsure(1, 3, 'I')], [lines, [lines[0], 'L89I902C36UTO7408122F1204159ZE184226B<<<<<10']]],
    ['what it says, for its page to confirm, with its sex in doubt', [unsure(1, 20, 'M', 0.12, 0)], [lines]],
  ])('%s', (_, cells, expected) => {
    expect(readings(...cells)).toEqual(expected)
  })

  it.each([
    ['a letter may be one of three', [unsure(0, 8, 'X', 0.4, 0.3)]],
    ['seven letters are in doubt', [5, 6, 7, 8, 9, 16, 18].map((column) => unsure(0, column, 'H'))],
    ['the issuer is in doubt, too', [unsure(0, 8, 'X'), unsure(0, 2, 'V')]],
    ['a digit of the number may be one of three', [unsure(1, 3, '0', 0.4, 0.3)]],
    ['a digit of a date is in doubt', [unsure(1, 15, '0')]],
  ])('nothing when %s', (_, cells) => {
    expect(readings(...cells)).toEqual([])
  })
})
