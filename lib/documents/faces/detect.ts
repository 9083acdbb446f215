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
  const smaller = new Uint8Array(newWidth * newHeight * 3)
  const sums = new Uint32Array(newWidth * 3)
  const share = 1 / step ** 2
  for (let row = 0; row < newHeight; row++) {
    sums.fill(0)
    for (let down = 0; down < step; down++) addRow(sums, data, ((region.top + row * step + down) * width + region.left) * 3, step)
    const start = row * newWidth * 3
    for (let at = 0; at < sums.length; at++) smaller[start + at] = (sums[at] as number) * share
  }
  return { data: smaller, width: newWidth, height: newHeight }
}

function addRow(sums: Uint32Array, data: Picture['data'], start: number, step: number) {
  let from = start
  for (let at = 0; at < sums.length; at += 3) {
    let [red, green, blue] = [0, 0, 0]
    for (let across = 0; across < step; across++, from += 3) {
      red += data[from] as number
      green += data[from + 1] as number
      blue += data[from + 2] as number
    }
    sums[at] = (sums[at] as number) + red
    sums[at + 1] = (sums[at + 1] as number) + green
    sums[at + 2] = (sums[at + 2] as number) + blue
  }
}
