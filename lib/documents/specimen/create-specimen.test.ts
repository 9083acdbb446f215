import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { parseMrz } from '../mrz/parse'
import { composeMrz } from './compose-mrz'
import { createSpecimen } from './create-specimen'
import { inventDocument, inventPerson } from './invent'

const today = new Date('2026-11-21T00:00:00Z')
const formats = ['TD1', 'TD2', 'TD3'] as const

describe('an invented document', () => {
  it.each(formats)('of format %s carries a zone that says what it says', (format) => {
    for (let seed = 1; seed <= 60; seed++) {
      const document = inventDocument(format, inventPerson(seed), today, seed)
      const result = parseMrz(composeMrz(document), { testIssuers: true, today })
      expect(result).toMatchObject({
        ok: true,
        document: { format, documentNumber: document.documentNumber, birthDate: document.person.birthDate, expiryDate: document.expiryDate },
      })
    }
  })

  it('can be given to anyone, born when you like', () => {
    const person = inventPerson(3, { surname: 'Ćwikła-Jeż', givenNames: 'Zoë', birthDate: '2009-01-31', sex: 'X' })
    const lines = composeMrz(inventDocument('TD3', person, today, 3))
    expect(parseMrz(lines, { testIssuers: true, today })).toMatchObject({
      document: { surname: 'CWIKLA JEZ', givenNames: 'ZOE', birthDate: '2009-01-31', sex: 'X', issuer: 'UTO' },
    })
  })
})

describe('a photograph of one', () => {
  it('is the same for the same seed, and another for another', async () => {
    const view = { width: 400, height: 300 }
    const [first, again, other] = await Promise.all([5, 5, 6].map((seed) => createSpecimen({ format: 'TD1', seed, today, view })))
    expect(first?.image.equals(again?.image as Buffer)).toBe(true)
    expect(first?.image.equals(other?.image as Buffer)).toBe(false)
  })

  it('turned by EXIF shows the same as one not turned', async () => {
    const options = { format: 'TD2', seed: 9, today, view: { width: 400, height: 300 } } as const
    const plain = await createSpecimen(options)
    const turned = await createSpecimen({ ...options, conditions: { quarterTurns: 1, exif: true } })
    expect(await sharp(turned.image).metadata()).toMatchObject({ width: 300, height: 400, orientation: 8 })
    const pixels = (image: Buffer) => sharp(image).autoOrient().blur(3).greyscale().raw().toBuffer()
    const [a, b] = [await pixels(plain.image), await pixels(turned.image)]
    const difference = a.reduce((sum, value, index) => sum + Math.abs(value - (b[index] as number)), 0) / a.length
    expect(difference).toBeLessThan(6)
  })
})
