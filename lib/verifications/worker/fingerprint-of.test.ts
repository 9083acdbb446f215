import { describe, expect, it } from 'vitest'
import { fingerprintOf } from './fingerprint-of'

const same = (one: string, other: string, issuer = 'UTO') =>
  Buffer.from(fingerprintOf({ issuer: 'UTO', documentNumber: one })).equals(Buffer.from(fingerprintOf({ issuer, documentNumber: other })))

describe('a document is known again', () => {
  it.each([
    ['XR0012345', 'XR0012345'],
    ['XR0012345', 'XRO012345'],
    ['XR0012345', 'XRQ0I2345'],
  ])('by its number, whichever of two letters of one shape it has: %s and %s', (one, other) => expect(same(one, other)).toBe(true))

  it.each([
    ['XR0012345', 'XR0012346'],
    ['XR8012345', 'XRB012345'],
  ])('and another is another: %s and %s', (one, other) => expect(same(one, other)).toBe(false))

  it('only from its own issuer', () => expect(same('XR0012345', 'XR0012345', 'D')).toBe(false))
})
