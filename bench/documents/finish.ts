import sharp from 'sharp'
import { createRandom } from './random'
import type { Pixels } from './studio'

/** What lens, hand, sensor and file do. Lengths in millimetres on the page; noise in deviations of 255. */
export type Finish = { blur: number; motion: { length: number; direction: number }; noise: number; quality: number; seed: string }

const NOISE = Float32Array.from(
  { length: 1 << 16 },
  (
    (random) => () =>
      random.gauss()
  )(createRandom('noise')),
)

export async function finish(pixels: Pixels, { blur, motion, noise, quality, seed }: Finish, perMm: number): Promise<Uint8Array> {
  const { width, height } = pixels
  const raw = { raw: { width, height, channels: 3 as const } }
  let { data } = smear(pixels, motion.length * perMm, motion.direction)
  if (blur * perMm > 0.3)
    data = await sharp(data, raw)
      .blur(blur * perMm)
      .raw()
      .toBuffer()
  addNoise(data, noise, seed)
  return sharp(data, raw).jpeg({ quality, chromaSubsampling: '4:2:0' }).toBuffer()
}

/** The hand moves along a straight line while the picture is taken. */
function smear(pixels: Pixels, length: number, direction: number): Pixels {
  const taps = Math.ceil(length)
  if (taps < 2) return pixels
  const { data, width, height } = pixels
  const steps = Array.from({ length: taps }, (_, index) => {
    const away = (index / (taps - 1) - 0.5) * length
    return [Math.round(away * Math.cos((direction * Math.PI) / 180)), Math.round(away * Math.sin((direction * Math.PI) / 180))] as const
  })
  const moved = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      let [red, green, blue] = [0, 0, 0]
      for (const [stepX, stepY] of steps) {
        const at = (Math.min(height - 1, Math.max(0, y + stepY)) * width + Math.min(width - 1, Math.max(0, x + stepX))) * 3
        red += data[at] as number
        green += data[at + 1] as number
        blue += data[at + 2] as number
      }
      const to = (y * width + x) * 3
      moved[to] = red / taps
      moved[to + 1] = green / taps
      moved[to + 2] = blue / taps
    }
  }
  return { data: moved, width, height }
}

/** Mostly of brightness, a third of it in each colour alone. */
function addNoise(data: Uint8Array, deviation: number, seed: string) {
  const random = createRandom(seed)
  let at = random.whole(0, 65535)
  const stride = random.whole(1000, 30000) * 2 + 1
  for (let index = 0; index + 2 < data.length; index += 3) {
    at = (at + stride) & 65535
    if ((index & 0xffff) === 0) at = random.whole(0, 65535)
    const bright = (NOISE[at] as number) * deviation
    for (let channel = 0; channel < 3; channel++) {
      const value = (data[index + channel] as number) + bright + 0.35 * deviation * (NOISE[(at + 9973 * (channel + 1)) & 65535] as number)
      data[index + channel] = value < 0 ? 0 : value > 255 ? 255 : value
    }
  }
}
