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
const page = () => createSpecimen({ format: 'TD3', seed: 731, today, view: { width: 1000, height: 750 } })
const decoded = async () => decodeForRecapture((await page()).image)
const camera = { scale: 1.25, rotation: 3, blur: 0.5, jpegQuality: 85 }

describe('a picture taken again', () => {
  it('from a screen has stripes, but no more than security print may have: it is given the benefit of the doubt', async () => {
    const { sign, measures } = findRecapture(await decodeForRecapture(await photographScreen(await decoded(), camera, seededRandom(1))), null)
    expect(sign).toBeNull()
    expect(measures.stripes).toBeGreaterThan(4)
  })

  it('from a print is seen by its dots', async () => {
    expect(await signOf(await photographPrint(await decoded(), { ...camera, scale: 1.6 }, seededRandom(2)))).toBe('print')
  })
})

describe('a page itself', () => {
  it.each(['mild', 'medium', 'hard'] as const)('is no screen and no print: %s', async (level) => {
    const { image } = await createSpecimen({ format: 'TD3', seed: 732, today, ...circumstances(level, 732) })
    expect(await signOf(image)).toBeNull()
  })

  it('with dense security print in two colours is none either', async () => {
    const { data, width, height } = await decoded()
    // Curved lines four pixels apart, red over blue, as guilloches are.
    const printed: Picture = { data: Uint8Array.from(data), width, height }
    for (let at = 0; at < width * height; at++) {
      const [x, y] = [at % width, Math.floor(at / width)]
      const phase = y / 4 + 6 * Math.sin(x / 90 + y / 140)
      printed.data[at * 3] = (data[at * 3] as number) * (0.85 + 0.15 * Math.cos(2 * Math.PI * phase))
      printed.data[at * 3 + 2] = (data[at * 3 + 2] as number) * (0.85 + 0.15 * Math.sin(2 * Math.PI * phase * 0.8))
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
    [{ stripes: 7.9, dots: 4 }, null],
    [{ stripes: 8.5, dots: 2 }, 'screen'],
    [{ stripes: 8.5, dots: 5 }, 'print'],
  ] as const)('of %o is %s', (measures, sign) => expect(judgeRecapture(measures)).toBe(sign))
})
