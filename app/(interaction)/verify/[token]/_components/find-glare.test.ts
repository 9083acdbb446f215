import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { createSpecimen, type SpecimenOptions } from '#lib/documents/specimen/create-specimen'
import type { Grey } from './grey'
import { judgeFrame } from './judge-frame'

const draw = async (wishes: Partial<SpecimenOptions>) =>
  (await createSpecimen({ format: 'TD3', seed: 5006, today: new Date('2026-01-01'), view: { width: 960, height: 540 }, ...wishes })).image

/** A look at a drawn document: how bright the picture is, and how far out of focus. */
async function look(image: Buffer, brightness = 1, blur = 0): Promise<Grey> {
  const seen = sharp(image).linear(brightness, 0)
  const { data, info } = await (blur ? seen.blur(blur) : seen).resize(320).greyscale().raw().toBuffer({ resolveWithObject: true })
  return { pixels: new Uint8Array(data), width: info.width, height: info.height }
}

const burntIn = ({ pixels }: Grey) => pixels.filter((value) => value >= 250).length / pixels.length

describe.each(['TD3', 'TD1'] as const)('a document on a table, %s', (format) => {
  it('is good on white paper, however much of it is burnt out; out of focus it is told to be that', async () => {
    const page = await draw({ format, conditions: { noise: 4 } })
    const bright = await look(page, 1.2)
    expect(burntIn(bright)).toBeGreaterThan(0.15)
    const looks = [await look(page), await look(page, 1.08), bright, await look(page, 1.2, 10)]
    expect(looks.map((one) => judgeFrame(one, null))).toEqual(['good', 'good', 'good', 'blurry'])
  })

  it('shines where a lamp burns a spot into it', async () => {
    const room = { shadow: { x: 0.4, y: 0 } }
    expect(judgeFrame(await look(await draw({ format, conditions: room })), null)).toBe('good')
    const lamp = { x: 570, y: 225, radius: 82, strength: 3 }
    expect(judgeFrame(await look(await draw({ format, conditions: { ...room, glare: lamp } })), null)).toBe('glare')
  })
})
