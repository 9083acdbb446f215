import sharp from 'sharp'
import type { Picture } from '../image/decode'
import { between, gaussian, type Random } from './random'

export type Recapture = {
  /** Pixels of the new camera for one pixel of the screen, or for one dot of the print. */
  scale: number
  /** Degrees between camera and screen. */
  rotation: number
  /** Blur of the lens, in pixels of the camera. */
  blur: number
  /** 1–100 */
  jpegQuality: number
}

/** Samples along each side of a camera's pixel. */
const SAMPLES = 3
/** Share of a screen's pixel that does not shine. */
const GAP = 0.12
const GAMMA = 2.2

/** A photograph (JPEG) of a screen that shows a picture, through red, green and blue stripes and a camera's colour filter. */
export function photographScreen(shown: Picture, recapture: Recapture, random: Random): Promise<Buffer> {
  const stripes = (x: number, y: number, channel: number) => {
    const [acrossPixel, downPixel] = [x - Math.floor(x), y - Math.floor(y)]
    const inStripe = acrossPixel >= channel / 3 + GAP / 6 && acrossPixel < (channel + 1) / 3 - GAP / 6
    if (!inStripe || downPixel < GAP) return BLACK_LEVEL
    return BLACK_LEVEL + 3 * light(shown, Math.floor(x), Math.floor(y), channel)
  }
  return photographThrough(stripes, shown, recapture, random)
}

const BLACK_LEVEL = 0.012

/** Angles of the screens of cyan, magenta and yellow, and black's: what a raster image processor uses. */
const ANGLES = [15, 75, 0].map((degrees) => (degrees * Math.PI) / 180).map((angle) => ({ cos: Math.cos(angle), sin: Math.sin(angle) }))
/** Dots to a side of a picture's pixel. */
const DOTS = 0.5

/** A photograph (JPEG) of a print in dots whose size makes the tone. */
export function photographPrint(shown: Picture, recapture: Recapture, random: Random): Promise<Buffer> {
  const dots = (x: number, y: number, channel: number) => {
    const { cos, sin } = ANGLES[channel] as (typeof ANGLES)[number]
    const threshold = 0.5 + 0.25 * (Math.cos(2 * Math.PI * DOTS * (x * cos + y * sin)) + Math.cos(2 * Math.PI * DOTS * (y * cos - x * sin)))
    return tone(shown, Math.floor(x), Math.floor(y), channel) > 255 * threshold ? 0.85 : 0.06
  }
  return photographThrough(dots, shown, recapture, random)
}

/** 0–255 */
function tone({ data, width, height }: Picture, x: number, y: number, channel: number): number {
  return x < 0 || y < 0 || x >= width || y >= height ? 0 : (data[(y * width + x) * 3 + channel] as number)
}

const LIGHTS = Float64Array.from({ length: 256 }, (_, value) => (value / 255) ** GAMMA)

const light = (shown: Picture, x: number, y: number, channel: number) => LIGHTS[tone(shown, x, y, channel)] as number

type Scene = (x: number, y: number, channel: number) => number

async function photographThrough(scene: Scene, shown: Picture, { scale, rotation, blur, jpegQuality }: Recapture, random: Random): Promise<Buffer> {
  const [width, height] = [Math.round(shown.width * scale), Math.round(shown.height * scale)]
  const [cos, sin] = [Math.cos((rotation * Math.PI) / 180) / scale, Math.sin((rotation * Math.PI) / 180) / scale]
  const [offsetX, offsetY] = [between(random, 0, 1), between(random, 0, 1)]
  const mosaic = new Float32Array(width * height)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let sum = 0
      for (let sample = 0; sample < SAMPLES ** 2; sample++) {
        const spread = (offset: number) => (offset + random()) / SAMPLES - 0.5
        const [dx, dy] = [spread(sample % SAMPLES) * (1 + blur), spread(Math.floor(sample / SAMPLES)) * (1 + blur)]
        const [fromX, fromY] = [x + dx - width / 2, y + dy - height / 2]
        sum += scene(fromX * cos - fromY * sin + shown.width / 2 + offsetX, fromX * sin + fromY * cos + shown.height / 2 + offsetY, filterAt(x, y))
      }
      mosaic[y * width + x] = sum / SAMPLES ** 2
    }
  }
  const data = new Uint8Array(width * height * 3)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      for (let channel = 0; channel < 3; channel++) {
        const value = interpolated(mosaic, width, height, x, y, channel)
        data[(y * width + x) * 3 + channel] = Math.min(255, Math.max(0, 255 * Math.min(1, value) ** (1 / GAMMA) + 1.5 * gaussian(random)))
      }
    }
  }
  return sharp(data, { raw: { width, height, channels: 3 } })
    .jpeg({ quality: jpegQuality })
    .toBuffer()
}

/** @see Bayer 1976: two greens to a red and a blue */
const filterAt = (x: number, y: number) => (y % 2 === 0 ? (x % 2 === 0 ? 0 : 1) : x % 2 === 0 ? 1 : 2)

function interpolated(mosaic: Float32Array, width: number, height: number, x: number, y: number, channel: number): number {
  if (filterAt(x, y) === channel) return mosaic[y * width + x] as number
  let [sum, count] = [0, 0]
  for (let down = -1; down <= 1; down++) {
    for (let across = -1; across <= 1; across++) {
      const [nearX, nearY] = [x + across, y + down]
      if (nearX < 0 || nearY < 0 || nearX >= width || nearY >= height || filterAt(nearX, nearY) !== channel) continue
      sum += mosaic[nearY * width + nearX] as number
      count++
    }
  }
  return sum / Math.max(1, count)
}
