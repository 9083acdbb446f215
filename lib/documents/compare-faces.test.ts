import sharp from 'sharp'
import { describe, expect, it } from 'vitest'
import { compareFaces } from './compare-faces'
import { project } from './image/homography'
import { createSelfie } from './specimen/create-selfie'
import { createSpecimen, viewOf } from './specimen/create-specimen'
import type { Quad } from './types'

const today = new Date('2026-11-21T00:00:00Z')
/** `READINGS=50` in its long form: how faces are judged is tried in `faces/judge-faces.test.ts` too, without pictures. */
const LONG_FORM = process.env.READINGS !== undefined
const SEED = 5006
const PAGE = { width: 125, height: 88 }
const plain = { width: 1200, height: 900, fill: 0.9, rotation: 0, tilt: [0, 0], shift: [0, 0], table: [92, 78, 66], warp: {} } as const

/** Corners of a rectangle of the page, in pixels of its picture. */
function areaOf(view: Parameters<typeof viewOf>[1], [left, top, right, bottom]: readonly [number, number, number, number]): Quad {
  const map = viewOf(PAGE, view)
  return [project(map, left, top), project(map, right, top), project(map, right, bottom), project(map, left, bottom)]
}

/** Where passports are drawn to have their portrait, in millimetres. */
const PORTRAIT = [3.5, 10, 38.5, 55] as const

/** A picture is drawn once, however many tests look at it. */
function once<Wish, Drawn>(draw: (wish: Wish) => Promise<Drawn>) {
  const drawn = new Map<string, Promise<Drawn>>()
  return (wish: Wish): Promise<Drawn> => {
    const key = JSON.stringify(wish)
    const picture = drawn.get(key) ?? draw(wish)
    drawn.set(key, picture)
    return picture
  }
}

const passport = once(async (wishes: Partial<Record<keyof typeof plain, unknown>>) => {
  const view = { ...plain, ...wishes } as typeof plain
  const { image, document } = await createSpecimen({ format: 'TD3', seed: SEED, today, view })
  return { image, person: document.person, portraitArea: areaOf(view, PORTRAIT), outline: areaOf(view, [0, 0, PAGE.width, PAGE.height]) }
})

const selfie = once(({ faceSeed, yaw }: { faceSeed: number; yaw: number }) => createSelfie({ faceSeed }, { yaw }))
const selfiesOf = async ({ faceSeed }: { faceSeed: number }, ...yaws: number[]) => Promise.all(yaws.map((yaw) => selfie({ faceSeed, yaw })))
const failed = (failure: string) => ({ ok: false, failure })

describe('portrait and selfies', () => {
  it('of one person who turns as asked agree', async () => {
    const { person, ...document } = await passport({})
    expect(await compareFaces(document, await selfiesOf(person, 0, 32), 'left')).toMatchObject({ ok: true })
  })

  it.runIf(LONG_FORM)('agree however the document lies in its picture, to either side', async () => {
    const { person, ...document } = await passport({ rotation: 90, tilt: [0.04, 0.03], fill: 0.6 })
    expect(await compareFaces(document, await selfiesOf(person, 0, -32), 'right')).toMatchObject({ ok: true })
  })

  it('of two people do not', async () => {
    const { person: _, ...document } = await passport({})
    expect(await compareFaces(document, await selfiesOf({ faceSeed: 1 }, 0, 32), 'left')).toEqual(failed('face_mismatch'))
  })

  it('need a face each, the portrait where the document has it', async () => {
    const { person, ...document } = await passport({})
    const [front, left] = (await selfiesOf(person, 0, 32)) as [Buffer, Buffer]
    const nobody = await createSelfie(person, { centre: [3, 3] })
    expect(await compareFaces(document, [nobody, left], 'left')).toEqual(failed('face_not_found'))
    const besideIt = areaOf(plain, [60, 10, 95, 55])
    expect(await compareFaces({ ...document, portraitArea: besideIt }, [front, left], 'left')).toEqual(failed('face_not_found'))
  })
})

describe("a stranger's document", () => {
  it("beside a larger picture of one's own face is refused", async () => {
    const view = { ...plain, fill: 0.6, shift: [-0.18, 0] } as const
    const { image, portraitArea, outline } = await passport(view)
    const [mine, turned] = (await selfiesOf({ faceSeed: 1 }, 0, 32)) as [Buffer, Buffer]
    const beside = await sharp(image)
      .composite([{ input: await sharp(mine).resize({ width: 375, height: 525, fit: 'cover' }).toBuffer(), left: 817, top: 187 }])
      .jpeg()
      .toBuffer()
    expect(await compareFaces({ image: beside, portraitArea, outline }, [mine, turned], 'left')).toEqual(failed('face_outside_document'))
  })

  it("that is one's own selfie file is refused", async () => {
    const [mine, turned] = (await selfiesOf({ faceSeed: 1 }, 0, 32)) as [Buffer, Buffer]
    const portraitArea: Quad = [
      [250, 60],
      [710, 60],
      [710, 640],
      [250, 640],
    ]
    expect(await compareFaces({ image: mine, portraitArea, outline: null }, [mine, turned], 'left')).toEqual(failed('liveness_failed'))
  })
})

describe('a selfie', () => {
  it('that is the portrait photographed again is refused', async () => {
    const { person, ...document } = await passport({})
    const [, left] = (await selfiesOf(person, 0, 32)) as [Buffer, Buffer]
    const [[x, y], , [right, bottom]] = document.portraitArea
    const area = { left: Math.round(x), top: Math.round(y), width: Math.round(right - x), height: Math.round(bottom - y) }
    const again = await sharp(document.image)
      .extract(area)
      .rotate(4, { background: '#ccc' })
      .resize({ width: 380 })
      .modulate({ brightness: 1.15 })
      .jpeg({ quality: 60 })
      .toBuffer()
    expect(await compareFaces(document, [again, left], 'left')).toEqual(failed('liveness_failed'))
  })

  it.runIf(LONG_FORM)('sent twice, stored anew the second time, is refused', async () => {
    const { person, ...document } = await passport({})
    const [front] = (await selfiesOf(person, 0)) as [Buffer]
    const stored = await sharp(front).resize({ width: 800 }).jpeg({ quality: 70 }).toBuffer()
    expect(await compareFaces(document, [front, stored], 'left')).toEqual(failed('liveness_failed'))
  })

  it.runIf(LONG_FORM)('too blurred to tell people apart is refused', async () => {
    const { person, ...document } = await passport({})
    const [front, left] = (await selfiesOf(person, 0, 32)) as [Buffer, Buffer]
    const blurred = await sharp(front).blur(14).jpeg().toBuffer()
    expect(await compareFaces(document, [blurred, left], 'left')).toEqual(failed('face_not_found'))
  })
})
