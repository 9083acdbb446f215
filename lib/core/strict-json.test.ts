import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { parseStrictJson } from './strict-json'

const parse = (text: string) => parseStrictJson(Buffer.from(text))
const nested = (depth: number, [open = '', inner = '', close = '']: string[]) => open.repeat(depth) + inner + close.repeat(depth)

describe('strict JSON', () => {
  it('is read as JSON is', () => {
    fc.assert(
      fc.property(fc.jsonValue({ maxDepth: 6 }), (value) => {
        expect(parse(JSON.stringify(value))).toEqual(JSON.parse(JSON.stringify(value)))
      }),
    )
  })

  it.each([
    '{"a":1,"a":2}', '{"a":1,"\\u0061":2}', '[{"x":{"b":1, "c":[], "b" : 1}}]', '{"__proto__":1,"__proto__":2}', '{"a\\"":1,"a\\u0022":1}', '{"":1,"":2}',
  ])('a name given twice is refused: %s', (text) => expect(() => parse(text)).toThrow()) // biome-ignore format: a list

  it.each(['{"a":{"a":1}}', '[{"a":1},{"a":1}]', '{"a":"a","b":"a:a"}', '{"a":"{\\"a\\":1,\\"a\\":2}"}', '{"a":":","b":":"}'])(
    'the same name elsewhere is none given twice: %s',
    (text) => expect(parse(text)).toEqual(JSON.parse(text)),
  )

  it.each([
    ['lists', ['[', '', ']']],
    ['objects', ['{"a":', '1', '}']],
    ['an end that never comes', ['[', '', '']],
    ['brackets within a list', ['[[],{"a":', '1', '}]']],
  ])('30,000 %s within each other are refused, ten are not', (_, shape) => {
    expect(() => parse(nested(30_000, shape))).toThrow(SyntaxError)
    if (shape[2]) expect(parse(nested(10, shape))).toEqual(JSON.parse(nested(10, shape)))
  })

  it.each([[0xff], [0x22, 0xed, 0xa0, 0x80, 0x22], [0xfe, 0xff, 0, 0x31], [0x31, 0]])('bytes that are no UTF-8 are refused: %s', (...bytes) => {
    expect(() => parseStrictJson(Uint8Array.from(bytes))).toThrow()
  })

  it.each(['', '{', '{"a"}', '{:1}', '"', '{"a":1}}', '[1,]', "{'a':1}", 'undefined', '{"a":01}'])('what is no JSON is refused: %s', (text) => {
    expect(() => parse(text)).toThrow(SyntaxError)
  })
})
