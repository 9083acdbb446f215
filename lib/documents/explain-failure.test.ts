import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { explainFailure } from './explain-failure'
import { readMrz } from './mrz/read-mrz'
import { createSpecimen, type SpecimenOptions } from './specimen/create-specimen'

const today = new Date('2026-11-21T00:00:00Z')
const formats = ['TD3', 'TD1', 'TD2'] as const
/** `REASONS=10` in its long form. */
const COUNT = Number(process.env.REASONS ?? 2)

/** What would be said if this picture could not be read. */
async function explained(seed: number, wishes: Partial<SpecimenOptions> = {}) {
  const format = formats[seed % 3] as (typeof formats)[number]
  const { image } = await createSpecimen({ format, seed, today, view: { width: 1000, height: 750 }, ...wishes })
  return explainFailure(image, await readMrz(image), 'document_unreadable')
}

/** @param first of the seeds: in the short form each test sees other formats */
const many = async (first: number, wishes: (seed: number) => Partial<SpecimenOptions>) => {
  const reasons: string[] = []
  for (let index = 0; index < COUNT; index++) reasons.push(await explained(71_000 + first + index, wishes(71_000 + first + index)))
  return reasons
}

describe('a reason is given where it is true and nowhere else', () => {
  it('document_cropped: for seven of ten zones that run out of the picture, and nothing untrue for the others', async () => {
    const reasons = await many(0, (seed) => ({ view: { width: 1000, height: 750, shift: [(seed % 2 ? -1 : 1) * (0.16 + (seed % 5) * 0.02), 0] } }))
    expect(reasons.filter((reason) => reason === 'document_cropped').length).toBeGreaterThanOrEqual(Math.floor(0.7 * COUNT))
    expect(reasons.filter((reason) => reason !== 'document_cropped' && reason !== 'document_unreadable')).toEqual([])
  })

  it('document_cropped: not for a zone close to the border', async () => {
    const reasons = await many(1, (seed) => ({ view: { width: 1000, height: 750, fill: 1 + (seed % 3) * 0.01 }, conditions: { noise: 20 } }))
    expect(reasons).not.toContain('document_cropped')
  })

  it('glare: a reflection over the zone', async () => {
    const reasons = await many(2, (seed) => ({
      conditions: { glare: { x: 300 + (seed % 5) * 100, y: seed % 3 === 0 ? 590 : 610, radius: 80 + (seed % 4) * 10, strength: 3 } },
    }))
    expect(reasons.filter((reason) => reason === 'glare')).toHaveLength(COUNT)
  })

  it('glare: not for a white table, nor for a sheet of white paper', async () => {
    const reasons = await many(0, (seed) => ({ view: { width: 1000, height: 750, fill: 0.75 + (seed % 3) * 0.05, table: [255, 255, 255] } }))
    expect(reasons).not.toContain('glare')
  })

  it('glare: not for a reflection far from the zone that was found', async () => {
    const reasons = await many(1, () => ({ conditions: { glare: { x: 500, y: 120, radius: 60, strength: 3 } } }))
    expect(reasons).not.toContain('glare')
  })

  it('image_blurry: a picture out of focus', async () => {
    const blurred = await many(2, (seed) => ({ conditions: { blur: 6 + (seed % 4) } }))
    expect(blurred.filter((reason) => reason === 'image_blurry')).toHaveLength(COUNT)
  })

  it('none of them: a good picture', async () => {
    expect(await many(0, () => ({}))).toEqual(Array(COUNT).fill('document_unreadable'))
  })

  it('image_too_small: a picture of few pixels', async () => {
    const reasons = await many(1, (seed) => ({ view: { width: 220 + (seed % 10) * 30, height: 170 + (seed % 10) * 22 } }))
    expect(reasons.filter((reason) => reason === 'image_too_small')).toHaveLength(COUNT)
  })

  it('none of them: a white sheet on a dark table, without a document', async () => {
    const sheet = await sharp({ create: { width: 300, height: 200, channels: 3, background: '#fff' } })
      .png()
      .toBuffer()
    const image = await sharp({ create: { width: 1000, height: 750, channels: 3, background: '#443a30' } })
      .composite([{ input: sheet, left: 300, top: 200 }])
      .jpeg()
      .toBuffer()
    expect(await explainFailure(image, await readMrz(image), 'mrz_not_found')).toBe('mrz_not_found')
  })
})
