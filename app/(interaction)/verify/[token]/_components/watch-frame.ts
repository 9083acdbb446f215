/** What could be better about what the camera sees now. */
export type FrameHint = 'good' | 'blurry' | 'glare' | 'dark'

const WIDTH = 320
const BURNT = 250
/** Share of burnt-out pixels that is a reflection. */
const GLARE = 0.012
const DARK = 55
/** Variance of the Laplacian below which edges are spread out. */
const SHARP = 45

/** Looks at one frame, small. It only helps to take a good picture: what counts is decided later, from the picture. */
export function judgeFrame(video: HTMLVideoElement, canvas: HTMLCanvasElement): FrameHint {
  const height = Math.round((WIDTH * video.videoHeight) / video.videoWidth) || 1
  canvas.width = WIDTH
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return 'good'
  context.drawImage(video, 0, 0, WIDTH, height)
  return judgePixels(toGrey(context.getImageData(0, 0, WIDTH, height).data), WIDTH, height)
}

function toGrey(rgba: Uint8ClampedArray): Uint8Array {
  const grey = new Uint8Array(rgba.length / 4)
  for (let at = 0; at < grey.length; at++) {
    grey[at] = ((rgba[at * 4] as number) * 77 + (rgba[at * 4 + 1] as number) * 150 + (rgba[at * 4 + 2] as number) * 29) >> 8
  }
  return grey
}

function judgePixels(grey: Uint8Array, width: number, height: number): FrameHint {
  const value = (x: number, y: number) => grey[y * width + x] as number
  let [light, burnt, sum, squares, count] = [0, 0, 0, 0, 0]
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const here = value(x, y)
      const edge = 4 * here - value(x - 1, y) - value(x + 1, y) - value(x, y - 1) - value(x, y + 1)
      light += here
      burnt += here >= BURNT ? 1 : 0
      sum += edge
      squares += edge * edge
      count++
    }
  }
  if (light / count < DARK) return 'dark'
  if (burnt / count > GLARE) return 'glare'
  return squares / count - (sum / count) ** 2 < SHARP ? 'blurry' : 'good'
}
