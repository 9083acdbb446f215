import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { closeWordReader } from './page/read-words'
import { readDocument } from './read-document'
import { composeMrz } from './specimen/compose-mrz'
import { createSpecimen, type SpecimenOptions } from './specimen/create-specimen'
import { type InventedDocument, type InventedPerson, inventDocument, inventPerson } from './specimen/invent'
import { circumstances, type Level } from './specimen/levels'

const today = new Date('2026-11-21T00:00:00Z')
const options = { testIssuers: true, today }
/** `READINGS=50` in its long form: what one picture shows is shown by more. Every digit alone is tried in `mrz/parse.test.ts`, blur in `explain-failure.test.ts`. */
const LONG_FORM = process.env.READINGS !== undefined
const formats = ['TD1', 'TD2', 'TD3'] as const

const photographed = (wishes: Partial<SpecimenOptions> & { seed: number }) =>
  createSpecimen({ format: 'TD3', today, view: { width: 1200, height: 900 }, ...wishes })

/** The lines of a passport, without drawing it. */
const zoneOf = (seed: number, person: Partial<InventedPerson> = {}, document: Partial<InventedDocument> = {}) =>
  composeMrz(inventDocument('TD3', inventPerson(seed, person), today, seed, document))

const failureOf = async (image: Uint8Array) => {
  const result = await readDocument(image, options)
  return result.ok ? 'read' : result.failure
}

afterAll(closeWordReader)

describe('a photographed document', () => {
  const cases = (['mild', 'medium'] as Level[]).flatMap((level) => formats.map((format, index) => [level, format, 31_000 + index] as const))
  const short = cases.filter(([level, format]) => (level === 'medium') === (format === 'TD3'))

  it.each(LONG_FORM ? cases : short)('is read to the letter: %s, %s', async (level, format, seed) => {
    const { image, document, mrz } = await createSpecimen({ format, seed, today, ...circumstances(level, seed) })
    expect(await readDocument(image, options)).toMatchObject({
      ok: true,
      reading: {
        format,
        mrz,
        documentNumber: document.documentNumber,
        birthDate: document.person.birthDate,
        expiryDate: document.expiryDate,
        sex: document.person.sex,
        // Small print may be lost to blur, which is no contradiction.
        checks: { mrz_check_digits: 'pass', expiry: 'pass', ...(level === 'mild' ? { viz_consistency: 'pass' } : {}) },
      },
    })
  })

  it.each(LONG_FORM ? ([1, 2, 3] as const) : ([3] as const))('is read however it is turned: %s quarter turns', async (quarterTurns) => {
    const { image, mrz } = await photographed({ seed: 88, conditions: { quarterTurns } })
    expect(await readDocument(image, options)).toMatchObject({ ok: true, reading: { mrz } })
  })

  it.each(LONG_FORM ? ([0, 1, 2, 3] as const) : ([1] as const))('is read when EXIF says how it is turned: %s quarter turns', async (quarterTurns) => {
    const { image, mrz } = await photographed({ seed: 88, conditions: { quarterTurns, exif: true } })
    expect(await readDocument(image, options)).toMatchObject({ ok: true, reading: { mrz } })
  })

  it('of a specimen is worth nothing outside test mode', async () => {
    const { image } = await photographed({ seed: 89 })
    expect(await readDocument(image, { today, testIssuers: false })).toEqual({ ok: false, failure: 'mrz_check_failed' })
  })

  it('that has expired is refused', async () => {
    const { image } = await photographed({ seed: 90, document: { expiryDate: '2026-11-20' } })
    expect(await failureOf(image)).toBe('document_expired')
  })

  it('that is a visa is refused', async () => {
    const { image } = await photographed({ seed: 91, document: { documentCode: 'V' } })
    expect(await failureOf(image)).toBe('document_type_not_supported')
  })

  it('whose page says another birth date than its zone is refused', async () => {
    const mrz = zoneOf(92, { birthDate: '1984-03-12' })
    const { image } = await photographed({ seed: 92, person: { birthDate: '2012-03-12' }, print: { mrz } })
    expect(await failureOf(image)).toBe('viz_mismatch')
  })

  it('beside another one is refused', async () => {
    const small = { width: 1000, height: 750 }
    const [left, right] = await Promise.all([93, 94].map((seed) => photographed({ seed, view: small })))
    const both = sharp({ create: { width: 1000, height: 1500, channels: 3, background: '#555' } })
    const image = await both
      .composite([
        { input: left?.image as Buffer, top: 0, left: 0 },
        { input: right?.image as Buffer, top: 750, left: 0 },
      ])
      .jpeg()
      .toBuffer()
    expect(await failureOf(image)).toBe('multiple_documents')
  })
})

describe('a tampered zone', () => {
  const cases: [string, number, number][] = [
    ['birth date', 13, 1],
    ['composite digit', 43, 1],
    ['birth date check digit', 19, 1],
    ['expiry date', 21, 1],
    ['document number', 2, 1],
  ]

  it.each(LONG_FORM ? cases : cases.slice(0, 1))('is refused: %s', async (_, column, by) => {
    const mrz = zoneOf(95, {}, { documentNumber: '123456789' })
    const digit = (Number(mrz[1]?.[column]) + by) % 10
    const changed = [mrz[0] as string, `${mrz[1]?.slice(0, column)}${digit}${mrz[1]?.slice(column + 1)}`]
    const { image } = await photographed({ seed: 95, document: { documentNumber: '123456789' }, print: { mrz: changed } })
    expect(await failureOf(image)).toBe('mrz_check_failed')
  })
})

describe('a picture that cannot be read says why', () => {
  it('nothing in it', async () => {
    const image = await sharp({ create: { width: 1200, height: 900, channels: 3, background: '#999' } })
      .jpeg()
      .toBuffer()
    expect(await failureOf(image)).toBe('mrz_not_found')
  })

  it.runIf(LONG_FORM)('blurred', async () => {
    const { image } = await photographed({ seed: 96, conditions: { blur: 9 } })
    expect(await failureOf(image)).toBe('image_blurry')
  })

  it('a reflection over the zone', async () => {
    const { image } = await photographed({ seed: 97, conditions: { glare: { x: 600, y: 770, radius: 120, strength: 3 } } })
    expect(await failureOf(image)).toBe('glare')
  })

  it('too small', async () => {
    const { image } = await photographed({ seed: 98, view: { width: 200, height: 150 } })
    expect(await failureOf(image)).toBe('image_too_small')
  })

  it('cut off', async () => {
    const { image } = await photographed({ seed: 99, view: { width: 1200, height: 900, shift: [-0.2, 0] } })
    expect(await failureOf(image)).toBe('document_cropped')
  })
})
