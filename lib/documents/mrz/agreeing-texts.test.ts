import { describe, expect, it } from 'vitest'
import { likeliestAgreeing } from './agreeing-texts'
import { ALPHABET } from './layers'

const lines = ['P<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L898902C36UTO7408122F1204159ZE184226B<<<<<10']

/** Each cell all but certain; those that are named may be another character by a share. */
function chances(doubtful: readonly [column: number, other: string, share: number][]) {
  return lines.map((line, row) =>
    [...line].map((character, column) => {
      const cell = new Float64Array(ALPHABET.length).fill(0.0001)
      const other = row === 1 && doubtful.find(([at]) => at === column)
      cell[ALPHABET.indexOf(character)] = other ? 1 - other[2] : 1
      if (other) cell[ALPHABET.indexOf(other[1])] = other[2]
      return cell
    }),
  )
}

const read = (doubtful: readonly [column: number, other: string, share: number][]) => {
  const texts = likeliestAgreeing('TD3', chances(doubtful)) ?? []
  return { text: texts.map(({ character }) => character).join(''), at: (column: number) => texts.find((one) => one.column === column) }
}

describe('of all texts whose check digits agree', () => {
  const right = 'L898902C3674081221204159ZE184226B<<<<<10'

  it('the likeliest is found where single characters are likelier otherwise', () => {
    expect(read([]).text).toBe(right)
    const both = read([
      [2, '8', 0.6],
      [15, '9', 0.7],
    ])
    expect(both.text).toBe(right)
    expect(both.at(2)?.share).toBeGreaterThan(0.97)
    expect(both.at(15)).toMatchObject({ character: '0' })
  })

  it('two that no digit tells apart share what is left', () => {
    // L counts 21 and B 11.
    const first = read([[0, 'B', 0.4]]).at(0)
    expect(first).toMatchObject({ character: 'L', second: 'B' })
    expect(first?.secondShare).toBeGreaterThan(0.3)
  })
})
