import type { Picture } from '../image/decode'
import { detectWhere, type Region } from './detect'

/** Where a face is, in pixels of the picture. */
export type FaceBox = Region

/** The detector sees what it is given 256 pixels wide: a face that is small beside it is sought in parts. */
const PART = 0.55
const STARTS = [0, 0.5, 1]
/** Two boxes that share so much of the smaller one are one face. */
const SAME_PLACE = 0.4

/** All faces in a picture, the widest first. */
export async function findFaces(picture: Picture, search: 'whole' | 'parts' = 'whole'): Promise<FaceBox[]> {
  const whole = { left: 0, top: 0, width: picture.width, height: picture.height }
  const regions = search === 'whole' ? [whole] : [whole, ...partsOf(picture)]
  const found: FaceBox[] = []
  for (const region of regions) {
    for (const [x, y, width, height] of await detectWhere(picture, region)) {
      found.push({ left: region.left + x, top: region.top + y, width, height })
    }
  }
  found.sort((one, other) => other.width - one.width)
  return found.filter((face, index) => !found.slice(0, index).some((wider) => shared(face, wider) > SAME_PLACE * face.width * face.height))
}

function partsOf({ width, height }: Picture): Region[] {
  const [partWidth, partHeight] = [Math.round(width * PART), Math.round(height * PART)]
  const start = (length: number, part: number, share: number) => Math.floor((length - part) * share)
  return STARTS.flatMap((down) =>
    STARTS.map((across) => ({
      left: start(width, partWidth, across),
      top: start(height, partHeight, down),
      width: partWidth,
      height: partHeight,
    })),
  )
}

function shared(one: FaceBox, other: FaceBox): number {
  const width = Math.min(one.left + one.width, other.left + other.width) - Math.max(one.left, other.left)
  const height = Math.min(one.top + one.height, other.top + other.height) - Math.max(one.top, other.top)
  return Math.max(0, width) * Math.max(0, height)
}
