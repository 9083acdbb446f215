import { describe, expect, it } from 'vitest'
import { decodeZone } from './decode-zone'
import { ALPHABET } from './layers'

const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']

type Doubtful = [row: number, column: number, other: string, share: number]

/** Each cell all but certain, but for those that are by a share another character. */
function probabilities(text: readonly string[], doubtful: readonly Doubtful[]) {
  return text.map((line, row) =>
    [...line].map((character, column) => {
      const cell = new Float32Array(ALPHABET.length).fill(0.00001)
      const [, , other, share] = doubtful.find(([atRow, at]) => atRow === row && at === column) ?? []
      cell[ALPHABET.indexOf(character)] = share === undefined ? 0.9996 : 1 - share
      if (share !== undefined) cell[ALPHABET.indexOf(other as string)] = share
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
    ['certain with a letter of the issuer in whose stead no code has the other', 0, 3, 'I', 0.7, true],
    ['not certain with a letter of the issuer that another code has', 0, 3, 'N', 0.1, false],
    ['certain with a letter of the nationality in whose stead no code has the other', 1, 11, 'Y', 0.7, true],
    ['certain with a first letter that no passport has instead', 0, 0, 'F', 0.7, true],
  ])('is %s', (_, row, column, other, share, certain) => {
    expect(decodeZone('TD3', probabilities(lines, [[row, column, other, share]]))).toMatchObject({ lines, agrees: true, certain })
  })
})

it('a code that was read clearly and does not exist is not taken for one that does', () => {
  const { lines: read } = decodeZone('TD3', probabilities(lines, [[0, 3, 'Q', 0.999]]))
  expect(read[0]?.slice(0, 5)).toBe('P<UQO')
})

describe('two characters that look like others', () => {
  /** A passport whose personal number is of digits, and two of whose cells are read as letters. */
  const passport = ['P<USAJENNINGS<<QUINN<<<<<<<<<<<<<<<<<<<<<<<<', '7826962602USA8311025F360806162953749635<<<54']
  const read = (doubtful: readonly Doubtful[]) => decodeZone('TD3', probabilities(passport, doubtful))

  it('are not believed where their errors cancel in every check digit, sure as each may look', () => {
    const wrong = read([
      [1, 31, 'S', 0.96],
      [1, 38, 'S', 0.93],
    ])
    expect(wrong.lines[1]).toContain('629S374963S')
    expect(wrong).toMatchObject({ agrees: true, certain: false })
  })

  it('are not mended by changing the one that was right', () => {
    const wrong = read([
      [1, 31, 'S', 0.4],
      [1, 38, 'S', 0.988],
    ])
    expect(wrong).toMatchObject({ agrees: false })
  })

  it('are believed where a digit tells them, or where each is as good as certain', () => {
    expect(read([[1, 31, 'S', 0.04]])).toMatchObject({ lines: passport, certain: true })
    expect(
      read([
        [1, 31, 'S', 0.02],
        [1, 38, 'S', 0.01],
      ]),
    ).toMatchObject({ lines: passport, certain: true })
  })
})

describe('several doubtful characters', () => {
  const read = (doubtful: readonly Doubtful[]) => decodeZone('TD3', probabilities(lines, doubtful))

  it('are mended at once, where no other text that agrees is nearly as likely', () => {
    const mended = read([
      [1, 3, '3', 0.6],
      [1, 15, '6', 0.6],
    ])
    expect(mended).toMatchObject({ lines, agrees: true, certain: true })
  })

  it('are left where each of them was read without doubt', () => {
    const changed = read([
      [1, 3, '3', 0.9999],
      [1, 15, '6', 0.9999],
    ])
    expect(changed.agrees).toBe(false)
  })

  it('of a number are zeros, not letters, where all digits agree with zeros', () => {
    const card = ['IDROUPRUNA<<GEORGETA<<<<<<<<<<<<<<<<', '0603203006ROU5812059F2910105<<<<<<<6']
    const doubtful = [2, 7, 8].map((column): Doubtful => [1, column, 'O', 0.65])
    const zone = decodeZone('TD2', probabilities(card, doubtful))
    expect(zone).toMatchObject({ lines: card, certain: true })
  })
})
