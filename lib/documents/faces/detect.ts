import type { FaceResult } from '@vladmandic/human'
import type { Picture } from '../image/decode'
import { loadHuman } from './load-human'

export type Region = { left: number; top: number; width: number; height: number }

/** `where` finds faces only; `who` looks at each closely. */
export type Depth = 'where' | 'who'

/** All the library says of the faces in a part of a picture; coordinates are those of the part. */
export async function detect(picture: Picture, region: Region, depth: Depth): Promise<FaceResult[]> {
  const human = await loadHuman()
  const { tf } = human
  const closely = { enabled: depth === 'who' }
  const tensor = tf.tidy(() => tf.cast(tf.tensor4d(cut(picture, region), [1, region.height, region.width, 3], 'int32'), 'float32'))
  try {
    const { face } = await human.detect(tensor as never, { face: { mesh: closely, description: closely } })
    return face
  } finally {
    tf.dispose(tensor)
  }
}

function cut({ data, width }: Picture, region: Region): Uint8Array {
  const part = new Uint8Array(region.width * region.height * 3)
  for (let y = 0; y < region.height; y++) {
    const from = ((region.top + y) * width + region.left) * 3
    part.set(data.subarray(from, from + region.width * 3), y * region.width * 3)
  }
  return part
}
