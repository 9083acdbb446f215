import { describe, expect, it } from 'vitest'
import { compareFaces } from './compare-faces'
import { createSelfie } from './specimen/create-selfie'
import { createSpecimen } from './specimen/create-specimen'

const today = new Date('2026-11-21T00:00:00Z')
const specimen = () => createSpecimen({ format: 'TD3', seed: 5006, today, view: { width: 1200, height: 900 } })

/** A face that the network, trained on photographs, tells apart even among drawn ones. */
const SOMEBODY_ELSE = { faceSeed: 1 }

describe('portrait and selfies', () => {
  it('of one person who turns as asked agree; a turn the other way, or none, does not count', async () => {
    const { image, document } = await specimen()
    const [front, left, right] = await Promise.all([0, 30, -30].map((yaw) => createSelfie(document.person, { yaw })))
    const selfies = (turned: Buffer | undefined) => [front as Buffer, turned as Buffer]
    expect(await compareFaces(image, selfies(left), 'left')).toMatchObject({ ok: true })
    expect(await compareFaces(image, selfies(right), 'right')).toMatchObject({ ok: true })
    expect(await compareFaces(image, selfies(right), 'left')).toEqual({ ok: false, failure: 'liveness_failed' })
    expect(await compareFaces(image, selfies(front), 'left')).toEqual({ ok: false, failure: 'liveness_failed' })
    expect(await compareFaces(image, [front as Buffer], 'left')).toEqual({ ok: false, failure: 'liveness_failed' })
  })

  it('of two people do not', async () => {
    const { image } = await specimen()
    const selfies = await Promise.all([0, 30].map((yaw) => createSelfie(SOMEBODY_ELSE, { yaw })))
    expect(await compareFaces(image, selfies, 'left')).toEqual({ ok: false, failure: 'face_mismatch' })
  })

  it('need a face each', async () => {
    const { image, document } = await specimen()
    const front = await createSelfie(document.person)
    const nobody = await createSelfie(document.person, { centre: [3, 3] })
    expect(await compareFaces(image, [nobody, front], 'left')).toEqual({ ok: false, failure: 'face_not_found' })
    expect(await compareFaces(nobody, [front, front], 'left')).toEqual({ ok: false, failure: 'face_not_found' })
  })
})
