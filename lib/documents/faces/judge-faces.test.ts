import { describe, expect, it } from 'vitest'
import { seededRandom } from '../specimen/random'
import type { Face } from './describe-face'
import { judgeFaces } from './judge-faces'

const SIDE = 64
/** Grain that is nobody's, the same for the same seed. */
const grain = (seed: number) => {
  const random = seededRandom(seed)
  return { data: Uint8Array.from({ length: SIDE * SIDE }, () => 255 * random()), width: SIDE, height: SIDE }
}

/** @param angle between this person's descriptor and everybody's first axis, in radians */
const face = (moment: number, { angle = 0, yaw = 0, detail = 0.01 } = {}): Face => ({
  box: { left: 0, top: 0, width: 200, height: 200 },
  yaw,
  embedding: [],
  descriptor: Float64Array.of(Math.cos(angle), Math.sin(angle)),
  aligned: grain(moment),
  detail,
})

const hash = (seed: number) => {
  const random = seededRandom(seed)
  return Array.from({ length: 256 }, () => random() < 0.5)
}

const judge = (portrait: Face, selfies: Face[], hashes = [hash(1), hash(2), hash(3)]) => judgeFaces({ portrait, selfies, hashes }, 'left')
const failed = (failure: string) => ({ ok: false, failure })
const front = face(2)
const turned = face(3, { yaw: -12 })

describe('a portrait and two selfies', () => {
  it('of one person who turned agree', () => expect(judge(face(1), [front, turned])).toEqual({ ok: true, similarity: 1 }))

  it.each([
    ['another person', face(2, { angle: 0.8 }), turned, 'face_mismatch'],
    ['a head turned by somebody else', front, face(3, { yaw: -12, angle: 1.2 }), 'liveness_failed'],
    ['a head that turned the other way', front, face(3, { yaw: 12 }), 'liveness_failed'],
    ['a head that hardly turned', front, face(3, { yaw: -5 }), 'liveness_failed'],
    ['a first look to the side', face(2, { yaw: 14 }), turned, 'liveness_failed'],
    ['the portrait itself as selfie', face(1), turned, 'liveness_failed'],
    ['the portrait itself as the turned one', front, face(1, { yaw: -12 }), 'liveness_failed'],
    ['one moment shown twice', front, face(2, { yaw: -12 }), 'liveness_failed'],
    ['a blurred selfie', face(2, { detail: 0.001 }), turned, 'face_not_found'],
  ])('refuse %s', (_, one, other, failure) => expect(judge(face(1), [one, other])).toEqual(failed(failure)))

  it('refuse a missing turn', () => expect(judge(face(1), [front])).toEqual(failed('liveness_failed')))

  it.each([
    ["the document's picture and a selfie", [hash(1), hash(1), hash(3)]],
    ['both selfies', [hash(1), hash(2), hash(2)]],
  ])('refuse one file as %s', (_, hashes) => expect(judge(face(1), [front, turned], hashes)).toEqual(failed('liveness_failed')))
})
