import sharp from 'sharp'
import type { Canvas } from './canvas'
import { addGlare, addNoise, blur, shade, smear } from './lens'
import { integerBetween, type Random } from './random'

/** What happens between the sheet and the file. Lengths in pixels of the finished picture. */
export type Conditions = {
  /** Brightness falls off along this direction by this share from one side to the other. */
  shadow?: { x: number; y: number }
  /** A reflection that burns out what it covers. */
  glare?: { x: number; y: number; radius: number; strength: number }
  blur?: number
  /** Movement during exposure. */
  motion?: { length: number; angle: number }
  /** Standard deviation of each pixel's error, 0–255. */
  noise?: number
  /** 1–100 */
  jpegQuality?: number
  /** Quarter turns clockwise of the camera's pixels. */
  quarterTurns?: 0 | 1 | 2 | 3
  /** Leave the turning to EXIF, as phones do, instead of storing the pixels turned. */
  exif?: boolean
}

/** EXIF orientation whose display undoes so many clockwise quarter turns. */
const ORIENTATIONS = [1, 8, 3, 6] as const

/** @returns a JPEG */
export async function photograph(canvas: Canvas, conditions: Conditions, random: Random): Promise<Buffer> {
  const { shadow, glare, blur: radius = 0, motion, noise = 0, jpegQuality = 90, quarterTurns = 0, exif = false } = conditions
  if (shadow) shade(canvas, shadow)
  if (glare) addGlare(canvas, glare)
  if (radius > 0) blur(canvas, radius)
  if (motion) smear(canvas, motion)
  if (noise > 0) addNoise(canvas, noise, integerBetween(random, 1, 2 ** 31))
  const { width, height, data } = canvas
  const turned = sharp(data, { raw: { width, height, channels: 3 } }).rotate(90 * quarterTurns)
  const tagged = exif ? turned.withMetadata({ orientation: ORIENTATIONS[quarterTurns] }) : turned
  return tagged.jpeg({ quality: jpegQuality, chromaSubsampling: '4:2:0' }).toBuffer()
}
