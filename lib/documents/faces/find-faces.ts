import sharp from 'sharp'
import { loadHuman } from './load-human'

export type Face = {
  /** Width in pixels of the picture it was found in. */
  width: number
  /** Degrees that the head is turned, positive towards its own right, about half of the true angle. */
  yaw: number
  /** What the face is recognised by. */
  descriptor: number[]
}

type Region = { left: number; top: number; width: number; height: number }

/** Detectors see the whole picture 256 pixels wide: a face that is small beside it is sought in parts of it. */
const PART = 0.55
const STARTS = [0, 0.5, 1]
const LONG_SIDE = 1280
const SMALLEST_WIDTH = 48

/** All faces in a picture that a person took of themselves, the largest first. */
export async function facesIn(image: Uint8Array): Promise<Face[]> {
  const { data, info } = await sharp(image)
    .autoOrient()
    .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
    .toBuffer({ resolveWithObject: true })
  return detect(data, { left: 0, top: 0, width: info.width, height: info.height })
}

/** The portrait in a photographed document, whichever way the document lies. */
export async function portraitIn(image: Uint8Array): Promise<Face | undefined> {
  for (const turn of [0, 90, 270, 180]) {
    const upright = sharp(await sharp(image).autoOrient().toBuffer()).rotate(turn)
    const { data, info } = await upright
      .resize({ width: 2000, height: 2000, fit: 'inside', withoutEnlargement: true })
      .toBuffer({ resolveWithObject: true })
    for (const region of regionsOf(info.width, info.height)) {
      const [portrait] = await detect(data, region)
      if (portrait) return portrait
    }
  }
  return undefined
}

function regionsOf(width: number, height: number): Region[] {
  const [partWidth, partHeight] = [Math.round(width * PART), Math.round(height * PART)]
  const parts = STARTS.flatMap((down) =>
    STARTS.map((across) => ({
      left: Math.floor((width - partWidth) * across),
      top: Math.floor((height - partHeight) * down),
      width: partWidth,
      height: partHeight,
    })),
  )
  return [{ left: 0, top: 0, width, height }, ...parts]
}

async function detect(image: Uint8Array, region: Region): Promise<Face[]> {
  const human = await loadHuman()
  // Models see little of a large picture, but its memory is never given back.
  const { data, info } = await sharp(image)
    .extract(region)
    .resize({ width: LONG_SIDE, height: LONG_SIDE, fit: 'inside', withoutEnlargement: true })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  const { tf } = human
  const tensor = tf.tidy(() => tf.cast(tf.tensor4d(new Uint8Array(data), [1, info.height, info.width, 3], 'int32'), 'float32'))
  const { face } = await human.detect(tensor as never)
  tf.dispose(tensor)
  const faces = face.flatMap(({ box, embedding, rotation }) =>
    embedding && rotation && box[2] >= SMALLEST_WIDTH ? [{ width: box[2], yaw: (rotation.angle.yaw * 180) / Math.PI, descriptor: embedding }] : [],
  )
  return faces.sort((one, other) => other.width - one.width)
}
