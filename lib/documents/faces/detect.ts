import type { FaceConfig, FaceResult } from '@vladmandic/human'
import type { Picture } from '../image/decode'
import { loadHuman } from './load-human'

export type Region = { left: number; top: number; width: number; height: number }

/** Detectors see 256 pixels: twice that is plenty. */
const PLENTY = 512

/** Boxes of the faces in a part of a picture, in pixels from its corner. */
export async function detectWhere(picture: Picture, region: Region): Promise<FaceResult['box'][]> {
  const step = Math.max(1, Math.floor(Math.max(region.width, region.height) / PLENTY))
  const faces = await detect(shrink(picture, region, step), { mesh: off, description: off })
  return faces.map(({ box }) => box.map((value) => value * step) as FaceResult['box'])
}

/** All the library says of the faces in a picture. */
export const detectWho = (picture: Picture): Promise<FaceResult[]> => detect(picture, { mesh: on, description: on })

const [on, off] = [{ enabled: true }, { enabled: false }]

async function detect({ data, width, height }: Picture, face: Partial<FaceConfig>): Promise<FaceResult[]> {
  const human = await loadHuman()
  const { tf } = human
  const tensor = tf.tidy(() => tf.cast(tf.tensor4d(data, [1, height, width, 3], 'int32'), 'float32'))
  try {
    return (await human.detect(tensor as never, { face })).face
  } finally {
    tf.dispose(tensor)
  }
}

/** A part of a picture, squares of `step` pixels made one. */
function shrink({ data, width }: Picture, region: Region, step: number): Picture {
  const [newWidth, newHeight] = [Math.floor(region.width / step), Math.floor(region.height / step)]
  const sums = new Uint32Array(newWidth * newHeight * 3)
  for (let y = 0; y < newHeight * step; y++) {
    let from = ((region.top + y) * width + region.left) * 3
    const row = Math.floor(y / step) * newWidth
    for (let x = 0; x < newWidth * step; x++, from += 3) {
      const at = (row + Math.floor(x / step)) * 3
      for (let channel = 0; channel < 3; channel++) sums[at + channel] = (sums[at + channel] as number) + (data[from + channel] as number)
    }
  }
  return { data: Uint8Array.from(sums, (sum) => sum / step ** 2), width: newWidth, height: newHeight }
}
