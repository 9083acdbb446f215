import sharp from 'sharp'
import { afterAll, describe, expect, it } from 'vitest'
import { parseMrz } from './mrz/parse'
import { closeWordReader } from './page/read-words'
import { readFront } from './read-front'
import { createSelfie } from './specimen/create-selfie'
import { createSpecimen } from './specimen/create-specimen'
import { circumstances } from './specimen/levels'
import type { DocumentReading } from './types'

const today = new Date('2026-11-21T00:00:00Z')
const options = { testIssuers: true, today }
const SEED = 402
const { print, ...circumstance } = circumstances('mild', SEED)

const side = (name: 'front' | 'back', seed = SEED) => createSpecimen({ format: 'TD1', seed, today, ...circumstance, print: { ...print, side: name } })

async function zoneOf(lines: readonly string[]): Promise<DocumentReading> {
  const parsed = parseMrz(lines, options)
  if (!parsed.ok) throw new Error(parsed.failure)
  return { ...parsed.document, checks: { mrz_check_digits: 'pass', expiry: 'pass', viz_consistency: 'unclear' } }
}

afterAll(closeWordReader)

describe('the front of a card', () => {
  it('is read beside the zone of its back, and tells where the portrait is', async () => {
    const { image, mrz } = await side('front')
    const result = await readFront(image, [await zoneOf(mrz)], options)
    expect(result).toMatchObject({
      ok: true,
      page: { shortfall: null, fields: { surname: 'agrees', document_number: 'agrees', birth_date: 'agrees' } },
    })
    expect(result.ok && result.page.portraitArea).toHaveLength(4)
  })

  it('tells a letter of a name that its back left open, and what it does not have stays open', async () => {
    const { image, mrz } = await side('front')
    const zone = await zoneOf(mrz)
    const misread = { ...zone, surname: `${zone.surname.slice(0, -1)}${zone.surname.endsWith('N') ? 'M' : 'N'}` }
    expect(await readFront(image, [misread, zone], options)).toMatchObject({ ok: true, reading: { surname: zone.surname } })
    const astray = { ...zone, surname: `${zone.surname.slice(0, -1)}${zone.surname.endsWith('H') ? 'K' : 'H'}` }
    expect(await readFront(image, [misread, astray], options)).toEqual({ ok: false, failure: 'document_unreadable' })
  })

  it('is read on a sheet whose own text runs across it, however the camera was held', async () => {
    const { image, mrz } = await createSpecimen({ format: 'TD1', seed: SEED, today, view: { fill: 0.5 }, print: { side: 'front' } })
    const { image: text } = await createSpecimen({ format: 'TD3', seed: SEED, today, print: { side: 'whole' } })
    const lines = sharp(text).extract({ left: 90, top: 960, width: 1180, height: 170 })
    const column = await sharp(await lines.toBuffer())
      .rotate(90)
      .toBuffer()
    const sheet = await sharp(image)
      .composite([15, 200, 1225, 1410].map((left) => ({ input: column, left, top: 10 })))
      .toBuffer()
    for (const turn of [0, 270]) {
      const turned = await sharp(sheet).rotate(turn).jpeg().toBuffer()
      expect(await readFront(turned, [await zoneOf(mrz)], options)).toMatchObject({ ok: true, page: { fields: { document_number: 'agrees' } } })
    }
  })

  it('is neither a selfie, nor the back once more, nor the front of somebody else', async () => {
    const { image: back, mrz } = await side('back')
    const zone = await zoneOf(mrz)
    const failureOf = async (image: Uint8Array) => {
      const result = await readFront(image, [zone], options)
      return result.ok ? 'read' : result.failure
    }
    expect(await failureOf(await createSelfie({ faceSeed: 5 }))).toBe('page_not_found')
    expect(await failureOf(back)).toBe('sides_do_not_match')
    expect(await failureOf((await side('front', SEED + 50)).image)).toBe('sides_do_not_match')
  })
})
