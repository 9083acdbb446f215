import { expect, it } from 'vitest'
import { CborError, decodeCbor, Tagged } from './cbor'
import { encodeCbor, wrapped } from './encode-cbor'

const hex = (text: string) => Buffer.from(text.replaceAll(' ', ''), 'hex')

/** @see RFC 8949 Appendix A */
it.each<[string, unknown]>([
  ['00', 0],
  ['1818', 24],
  ['1903e8', 1000],
  ['1a000f4240', 1_000_000],
  ['1b000000e8d4a51000', 1_000_000_000_000],
  ['3863', -100],
  ['fa47c35000', 100_000],
  ['fb3ff199999999999a', 1.1],
  ['f4', false],
  ['f6', null],
  ['f7', undefined],
  ['4401020304', new Uint8Array([1, 2, 3, 4])],
  ['62c3bc', 'ü'],
  ['8301820203820405', [1, [2, 3], [4, 5]]],
  ['a201020304', new Map([[1, 2], [3, 4]])], // biome-ignore format: as it stands
  ['a26161016162820203', new Map<string, unknown>([['a', 1], ['b', [2, 3]]])], // biome-ignore format: as it stands
])('%s is read', (bytes, value) => {
  expect(decodeCbor(hex(bytes))).toEqual(value)
})

it.each([
  ['an indefinite length', '9fff'],
  ['an indefinite text', '7f6161ff'],
  ['a key twice', 'a2 6161 01 6161 02'],
  ['a key of another kind', 'a1 40 01'],
  ['bytes after the end', '0000'],
  ['nothing', ''],
  ['a text cut short', '6261'],
  ['a list longer than its bytes', '9affffffff'],
  ['text that is not UTF-8', '61ff'],
  ['a number too large', '1bffffffffffffffff'],
  ['a simple value that is not known', 'f0'],
  ['a half float', 'f93c00'],
  ['more than 16 levels', `${'81'.repeat(20)}00`],
])('%s is refused', (_, bytes) => {
  expect(() => decodeCbor(hex(bytes))).toThrow(CborError)
})

it('a tagged item keeps the bytes it came in, however long they are written', () => {
  const long = hex('d818 5900 01 00')
  const read = decodeCbor(long)
  expect(read).toBeInstanceOf(Tagged)
  expect(encodeCbor(read)).toEqual(long)
  expect(encodeCbor(wrapped(0))).toEqual(hex('d81841 00'))
})

it('what was written is read', () => {
  const value = { a: [1, -7, 65_536, 2 ** 40, true, null, 'ü'], b: new Uint8Array([1]) }
  expect(decodeCbor(encodeCbor(value))).toEqual(new Map<string, unknown>(Object.entries(value)))
})
