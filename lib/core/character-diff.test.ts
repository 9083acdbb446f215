import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { characterDiff, distanceOf } from './character-diff'

const show = (from: string, to: string) =>
  characterDiff(from, to)
    .map(({ kind, text }) => ({ same: text, removed: `[-${text}]`, added: `[+${text}]` })[kind])
    .join('')

describe('characterDiff', () => {
  it.each([
    ['https://a.example/cb/', 'https://a.example/cb', 'https://a.example/cb[-/]'],
    ['http://a.example/cb', 'https://a.example/cb', 'http[+s]://a.example/cb'],
    ['https://A.example/cb', 'https://a.example/cb', 'https://[-A][+a].example/cb'],
    ['http://localhost:3000/cb', 'http://localhost:4000/cb', 'http://localhost:[-3][+4]000/cb'],
    ['same', 'same', 'same'],
    ['', 'abc', '[+abc]'],
    ['', '', ''],
  ])('%s → %s', (from, to, shown) => expect(show(from, to)).toBe(shown))

  it('gives back both texts, whatever they are', () => {
    fc.assert(
      fc.property(fc.string({ maxLength: 60 }), fc.string({ maxLength: 60 }), (from, to) => {
        const parts = characterDiff(from, to)
        const of = (...kinds: string[]) =>
          parts
            .filter(({ kind }) => kinds.includes(kind))
            .map(({ text }) => text)
            .join('')
        return of('same', 'removed') === from && of('same', 'added') === to && (distanceOf(parts) === 0) === (from === to)
      }),
    )
  })

  it('stays quick for texts that are long and have nothing in common', () => {
    const [from, to] = ['a'.repeat(60_000), 'b'.repeat(2000)]
    expect(characterDiff(from, to)).toEqual([
      { kind: 'removed', text: from },
      { kind: 'added', text: to },
    ])
  })
})
