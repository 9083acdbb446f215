import type { Grey } from './grey'

const WIDTH = 320

/** What the camera shows at this moment, small and grey; null where there is nothing to draw on. */
export function lookThrough(video: HTMLVideoElement, canvas: HTMLCanvasElement): Grey | null {
  const height = Math.round((WIDTH * video.videoHeight) / video.videoWidth) || 1
  canvas.width = WIDTH
  canvas.height = height
  const context = canvas.getContext('2d', { willReadFrequently: true })
  if (!context) return null
  context.drawImage(video, 0, 0, WIDTH, height)
  const { data } = context.getImageData(0, 0, WIDTH, height)
  const pixels = new Uint8Array(data.length / 4)
  for (let at = 0; at < pixels.length; at++) {
    pixels[at] = ((data[at * 4] as number) * 77 + (data[at * 4 + 1] as number) * 150 + (data[at * 4 + 2] as number) * 29) >> 8
  }
  return { pixels, width: WIDTH, height }
}
