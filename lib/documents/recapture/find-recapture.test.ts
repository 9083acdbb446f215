import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import type { Picture } from '../image/decode'
import { createSpecimen } from '../specimen/create-specimen'
import { circumstances } from '../specimen/levels'
import { seededRandom } from '../specimen/random'
import { photographPrint, photographScreen } from '../specimen/recapture-picture'
import { decodeForRecapture, findRecapture } from './find-recapture'
import { judgeRecapture } from './judge-recapture'

const today = new Date('2026-11-21T00:00:00Z')
const signOf = async (image: Uint8Array) => findRecapture(await decodeForRecapture(image), null).sign
const page = createSpecimen({ format: 'TD3', seed: 731, today, view: { width: 1000, height: 750 } })
const decoded = async () => decodeForRecapture((await page).image)
/** The middle of the page, so much of it that a camera makes a picture a thousand pixels wide of it: each of them is drawn. */
async function middleFor(scale: number): Promise<Picture> {
  const { image } = await page
  const { width, height } = await decoded()
  const share = Math.min(1, 1000 / (width * scale))
  const [across, down] = [Math.round(width * share), Math.round(height * share)]
  const middle = { left: Math.floor((width - across) / 2), top: Math.floor((height - down) / 2), width: across, height: down }
  return decodeForRecapture(await sharp(image).extract(middle).png().toBuffer())
}

const camera = { scale: 1.25, rotation: 3, blur: 0.5, jpegQuality: 85 }

describe('a picture taken again', () => {
  it.each([0.9, 1.1, 1.7])('from a screen, %s of the camera’s pixels to one of its own, is seen by its stripes', async (scale) => {
    const seen = await photographScreen(await middleFor(scale), { ...camera, scale, rotation: scale * 3 - 2, blur: 0.3 }, seededRandom(1))
    expect(await signOf(seen)).toBe('screen')
  })

  it('from a print is seen by its dots', async () => {
    expect(await signOf(await photographPrint(await middleFor(1.6), { ...camera, scale: 1.6 }, seededRandom(2)))).toBe('print')
  })
})

describe('a page itself', () => {
  it.each(['mild', 'medium', 'hard'] as const)('is no screen and no print: %s', async (level) => {
    const { image } = await createSpecimen({ format: 'TD3', seed: 732, today, ...circumstances(level, 732) })
    expect(await signOf(image)).toBeNull()
  })

  it.each([
    [4, 0.8],
    [4, 1],
    [6, 0.8],
  ])('with dense security print in two colours is none either: a line each %s pixels, of the other colour %s as many', async (every, ofTheOther) => {
    const { data, width, height } = await decoded()
    // Curved lines, red over blue, as guilloches are.
    const printed: Picture = { data: Uint8Array.from(data), width, height }
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const phase = y / every + 6 * Math.sin(x / 90 + y / 140)
      printed.data[at * 3] = (data[at * 3] as number) * (0.85 + 0.15 * Math.cos(2 * Math.PI * phase))
      printed.data[at * 3 + 2] = (data[at * 3 + 2] as number) * (0.85 + 0.15 * Math.sin(2 * Math.PI * phase * ofTheOther))
    }
    const image = await sharp(printed.data, { raw: { width, height, channels: 3 } })
      .jpeg({ quality: 90 })
      .toBuffer()
    expect(await signOf(image)).toBeNull()
  })

  it('too small to tell is given the benefit of the doubt', async () => {
    const { image } = await createSpecimen({ format: 'TD3', seed: 733, today, view: { width: 240, height: 180 } })
    expect(await signOf(image)).toBeNull()
  })
})

describe('the verdict', () => {
  it.each([
    [{ stripes: 0, dots: 0 }, null],
    [{ stripes: 4.9, dots: 4 }, null],
    [{ stripes: 5.1, dots: 2 }, 'screen'],
    [{ stripes: 5.1, dots: 5 }, 'print'],
  ] as const)('of %o is %s', (measures, sign) => expect(judgeRecapture(measures)).toBe(sign))
})
