import sharp from 'sharp'
import { faultOfPicture } from '#lib/documents/inspect-image'
import { drawSvg, isSvg } from './draw-svg'

/** Twice the size of the largest place that shows it. */
const SIDE = 160

/** What is left when anything transparent is around it. */
const CLEAR = { r: 0, g: 0, b: 0, alpha: 0 }

/**
 * A company's picture as people get it: decoded and drawn anew as a square PNG, so that nothing of the file itself, which
 * could run, track or hide something, ever reaches a browser.
 * @returns null when it is no still PNG, JPEG or WebP, and no plain SVG
 */
export async function redrawLogo(given: Uint8Array): Promise<Buffer | null> {
  const bytes = isSvg(given) ? await drawSvg(given, SIDE) : given
  if (!bytes?.length || (await faultOfPicture(bytes))) return null
  return sharp(bytes, { failOn: 'warning' })
    .autoOrient()
    .resize(SIDE, SIDE, { fit: 'contain', background: CLEAR })
    .toColourspace('srgb')
    .png({ compressionLevel: 9 })
    .toBuffer()
    .catch(() => null)
}
