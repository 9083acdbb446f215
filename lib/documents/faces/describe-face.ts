import type { FaceResult } from '@vladmandic/human'
import { type Picture, toGrey } from '../image/decode'
import type { GreyImage } from '../image/grey'
import type { Point } from '../image/homography'
import { rectify } from '../image/rectify'
import { detailOf } from './detail-of'
import { detectWho } from './detect'
import type { FaceBox } from './find-faces'

export type Face = {
  box: FaceBox
  /** Degrees that the head is turned, positive towards its own right, about half of the true angle. */
  yaw: number
  /** What the face is recognised by: of length one. */
  descriptor: Float64Array
  /** The library's own descriptor. */
  embedding: number[]
  /** The face from brow to chin, eyes level and always at the same places. */
  aligned: GreyImage
  /** Share of its contrast that is finer than a blurred picture shows. */
  detail: number
}

/** What is looked at is this many times as wide as the box around the face. */
const SURROUNDINGS = 2
const SIDE = 384
/** Corners of the eyes away from the nose, in the mesh. */
const [RIGHT_EYE, LEFT_EYE] = [33, 263]
const ALIGNED_SIDE = 64
/** Between the outer corners of the eyes, as a share of the aligned picture; they lie this far from its top. */
const [EYES_APART, EYES_FROM_TOP] = [0.66, 0.3]

/** Looks closely at one face. @returns undefined when it is none after all */
export async function describeFace(picture: Picture, box: FaceBox): Promise<Face | undefined> {
  const half = (Math.max(box.width, box.height) * SURROUNDINGS) / 2
  const [x, y] = [box.left + box.width / 2, box.top + box.height / 2]
  const crop = rectify(picture, square([x, y], [half, 0]), SIDE, SIDE)
  const seen = crop && (await lookAt(crop))
  const mirrored = crop && (await lookAt(mirror(crop)))
  if (!crop || !seen || !mirrored) return undefined
  const aligned = align(crop, seen.mesh)
  if (!aligned) return undefined
  return {
    box,
    yaw: ((seen.yaw - mirrored.yaw) / 2) * (180 / Math.PI),
    embedding: seen.embedding,
    descriptor: unite(seen.embedding, mirrored.embedding),
    aligned,
    detail: detailOf(aligned),
  }
}

type Look = { embedding: number[]; yaw: number; mesh: FaceResult['mesh'] }

/** The widest face of a crop: the one it was made for. */
async function lookAt(crop: Picture): Promise<Look | undefined> {
  const faces = await detectWho(crop)
  const [face] = faces.sort((one, other) => other.box[2] - one.box[2])
  return face?.embedding && face.rotation ? { embedding: face.embedding, yaw: face.rotation.angle.yaw, mesh: face.mesh } : undefined
}

/** A square around a middle, given the vector from there to the middle of its right side. */
function square([x, y]: Point, [dx, dy]: Point): Point[] {
  return [
    [x - dx + dy, y - dy - dx],
    [x + dx + dy, y + dy - dx],
    [x + dx - dy, y + dy + dx],
    [x - dx - dy, y - dy + dx],
  ]
}

function mirror({ data, width, height }: Picture): Picture {
  const mirrored = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const from = (y * width + x) * 3
      mirrored.set(data.subarray(from, from + 3), (y * width + width - 1 - x) * 3)
    }
  }
  return { data: mirrored, width, height }
}

function align(crop: Picture, mesh: FaceResult['mesh']): GreyImage | undefined {
  const [right, left] = [mesh[RIGHT_EYE], mesh[LEFT_EYE]]
  if (!right || !left) return undefined
  const half = 0.5 / EYES_APART
  const [dx, dy] = [(left[0] - right[0]) * half, (left[1] - right[1]) * half]
  const down = 1 - 2 * EYES_FROM_TOP
  const middle: Point = [(left[0] + right[0]) / 2 - dy * down, (left[1] + right[1]) / 2 + dx * down]
  const straight = rectify(crop, square(middle, [dx, dy]), ALIGNED_SIDE, ALIGNED_SIDE)
  return straight && toGrey(straight, 'brightness')
}

/**
 * Both looks as one vector. The values of a descriptor are never negative, and a few large ones drown the rest: their
 * roots compare better, the mirror image evens out the light. Measured: bench/faces.md.
 */
function unite(one: readonly number[], other: readonly number[]): Float64Array {
  const rooted = Float64Array.from(one, (value, index) => Math.sqrt(Math.max(0, value)) + Math.sqrt(Math.max(0, other[index] as number)))
  const length = Math.hypot(...rooted)
  return rooted.map((value) => value / length)
}
