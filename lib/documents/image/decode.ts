import sharp from 'sharp'
import { MAX_IMAGE_PIXELS } from '../inspect-image'
import type { GreyImage } from './grey'

/** Three bytes a pixel, upright. */
export type Picture = { data: Uint8Array; width: number; height: number }

/**
 * Which light counts. `brightness` is what the eye sees; in `strongest`, the largest of red, green and blue, coloured
 * security print turns pale while black ink stays black.
 */
export type Channel = 'brightness' | 'strongest'

/** @param longSide pixels that the longer side gets, enlarged where need be: letters then have a size that does not depend on the camera */
export async function decodePicture(image: Uint8Array, longSide: number): Promise<Picture> {
  const { data, info } = await sharp(image, { limitInputPixels: MAX_IMAGE_PIXELS })
    .autoOrient()
    .resize({ width: longSide, height: longSide, fit: 'inside' })
    .removeAlpha()
    .toColourspace('srgb')
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { data, width: info.width, height: info.height }
}

/** Zone and page are looked for in the same picture: each channel of it is worked out once. */
const greys = new WeakMap<Picture, Partial<Record<Channel, GreyImage>>>()

export function toGrey(picture: Picture, channel: Channel): GreyImage {
  const known = greys.get(picture) ?? {}
  greys.set(picture, known)
  known[channel] ??= makeGrey(picture, channel)
  return known[channel]
}

function makeGrey({ data, width, height }: Picture, channel: Channel): GreyImage {
  const grey = new Uint8Array(width * height)
  if (channel === 'brightness') fillBrightness(grey, data)
  else fillStrongest(grey, data)
  return { data: grey, width, height }
}

// One plain loop each: a function called for every pixel would cost more than all else.

/** @see ITU-R BT.601 */
function fillBrightness(grey: Uint8Array, data: Uint8Array) {
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += 3) {
    grey[pixel] = (77 * (data[at] as number) + 150 * (data[at + 1] as number) + 29 * (data[at + 2] as number)) >> 8
  }
}

function fillStrongest(grey: Uint8Array, data: Uint8Array) {
  for (let pixel = 0, at = 0; pixel < grey.length; pixel++, at += 3) {
    const red = data[at] as number
    const green = data[at + 1] as number
    const blue = data[at + 2] as number
    const stronger = red > green ? red : green
    grey[pixel] = stronger > blue ? stronger : blue
  }
}
