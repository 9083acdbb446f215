import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createSpecimen, type SpecimenOptions } from '../specimen/create-specimen'
import { readMrz } from './read-mrz'

const today = new Date('2026-11-21T00:00:00Z')
const view = { width: 1200, height: 900 }

/** `READINGS=50` in its long form. */
const LONG_FORM = process.env.READINGS !== undefined

const specimen = (wishes: Partial<SpecimenOptions> & { seed: number }) => createSpecimen({ format: 'TD3', today, view, ...wishes })

async function readsItself(wishes: Partial<SpecimenOptions> & { seed: number }) {
  const { image, mrz } = await specimen(wishes)
  const { zone } = await readMrz(image)
  return zone?.agrees === true && zone.lines.join() === mrz.join()
}

describe('a zone is read', () => {
  const bulges = [0.008, 0.015, 0.03, -0.02]
  const all = (['TD1', 'TD2', 'TD3'] as const).flatMap((format) => bulges.map((bulge) => [format, bulge] as const))
  // A passport bends most; the long form bends every format every way.
  const cases = LONG_FORM ? all : all.filter(([format, bulge]) => bulge === 0.03 || (format === 'TD3' && bulge < 0))

  it.each(cases)('on a bent page: %s, bulge %s of its width', async (format, bulge) => {
    const warp = { bulge, summit: 0.4, lean: 0.2 }
    expect(await readsItself({ format, seed: 72_000 + bulges.indexOf(bulge), view: { ...view, rotation: 3, warp } })).toBe(true)
  })

  it.each(LONG_FORM ? [0.06, -0.06] : [0.06])('through a lens that distorts by %s', async (lens) => {
    expect(await readsItself({ seed: 72_010, view: { ...view, warp: { lens } } })).toBe(true)
  })

  it('with letters beside the document in line with it', async () => {
    const { image, mrz } = await specimen({ format: 'TD1', seed: 72_020, view: { ...view, fill: 0.6 } })
    const { zone, several } = await readMrz(await withPrint(image, 'MNHRWKUX'))
    expect([several, zone?.lines]).toEqual([false, mrz])
  })
})

describe('a second document', () => {
  it('is not seen in other text', async () => {
    const { image, mrz } = await specimen({ seed: 72_030, view: { ...view, height: 1500, fill: 0.85, shift: [0, 0.2] } })
    const { zone, several } = await readMrz(await withPrint(image, 'THEHQUICKHBROWNHFOXHJUMPSHOVERHTHEHLAZYHDOGHAGAIN', 60))
    expect([several, zone?.lines]).toEqual([false, mrz])
  })
})

describe('what is read', () => {
  it('tells which letters of a name may be others, with both letters', async () => {
    const { image } = await specimen({ seed: 72_040, conditions: { blur: 3.2 } })
    const { zone } = await readMrz(image)
    for (const { character, second, certainty, secondCertainty } of zone?.doubts ?? []) {
      expect(character).not.toBe(second)
      expect(certainty).toBeGreaterThanOrEqual(secondCertainty)
    }
    expect(zone).toBeDefined()
  })

  it('of a visa agrees with itself by the digits a visa has', async () => {
    const visa = ['V<UTOERIKSSON<<ANNA<MARIA<<<<<<<<<<<<<<<<<<<', 'L8988901C4XXX4009078F96121096ZE184226B<<<<<<']
    const { image } = await specimen({ seed: 72_050, print: { mrz: visa } })
    expect((await readMrz(image)).zone).toMatchObject({ agrees: true, lines: [visa[0], expect.stringMatching(/^L8988901C4XXX4009078F9612109/)] })
  })
})

/** Lines of other text over the whole picture's left and right margins, or in its upper part. */
async function withPrint(image: Uint8Array, text: string, upTo?: number) {
  const { width = 0, height = 0 } = await sharp(image).metadata()
  const strip = await specimen({
    format: 'TD3',
    seed: 72_021,
    view: { ...view, table: [240, 240, 238] },
    print: { mrz: [text.padEnd(44, 'H').slice(0, 44), text.padEnd(44, 'K').slice(0, 44)] },
  })
  const lines = await sharp(strip.image)
    .extract({ left: 90, top: 740, width: 1000, height: 100 })
    .resize(upTo ? 1000 : 900)
    .toBuffer()
  const piece = upTo ? lines : await sharp(lines).extract({ left: 0, top: 0, width: 150, height: 90 }).toBuffer()
  const places = upTo
    ? [
        { left: 60, top: 60 },
        { left: 90, top: 260 },
      ]
    : [
        { left: 20, top: Math.round(height * 0.68) },
        { left: width - 180, top: Math.round(height * 0.68) },
      ]
  return sharp(image)
    .composite(places.map((place) => ({ input: piece, ...place })))
    .jpeg()
    .toBuffer()
}
