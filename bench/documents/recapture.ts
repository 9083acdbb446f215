import sharp from 'sharp'
import { type Photograph, photograph, type Sheet } from './photograph'
import { createRandom } from './random'
import { drawSheet, type Scene, tableOf } from './scene'
import type { Pixels, Studio } from './studio'
import { taken } from './taken'

/**
 * How a picture of a page is shown again. Screens: millimetres from pixel to pixel (a desk's screen, a laptop's), each three
 * upright stripes of colour with dark gaps, black that glows. Prints: millimetres from dot to dot of a laser printer's
 * halftone, four inks at four angles; `photo` is a printer of photographs, its dots too fine to see, its colours paler.
 */
export type Medium = { kind: 'screen'; pitch: number } | { kind: 'halftone'; pitch: number } | { kind: 'photo' }

export const MEDIA: Record<string, Medium> = {
  'screen of 0.27 mm': { kind: 'screen', pitch: 0.27 },
  'screen of 0.16 mm': { kind: 'screen', pitch: 0.16 },
  'screen of 0.06 mm': { kind: 'screen', pitch: 0.06 },
  'laser print of 0.25 mm': { kind: 'halftone', pitch: 0.25 },
  'laser print of 0.17 mm': { kind: 'halftone', pitch: 0.17 },
  'print of photographs': { kind: 'photo' },
}

/** Texture pixels of one pixel of a screen. */
const FINE = 6

/** Photographs what a screen or print shows of a page that itself was seen perfectly. */
export async function recapture(studio: Studio, scene: Scene, medium: Medium): Promise<Photograph> {
  return taken(['recapture', medium, scene], async () => {
    const sheet = await drawSheet(studio, scene, 16)
    const shown =
      medium.kind === 'screen'
        ? await onScreen(sheet, medium.pitch)
        : medium.kind === 'halftone'
          ? halftone(await enlarged(sheet, 2), medium.pitch)
          : faded(sheet)
    // The sensor sees twice as finely as the picture keeps, and each of its pixels gathers light over its whole width.
    const shot = {
      ...scene.shot,
      view: { ...scene.shot.view, perMm: scene.shot.view.perMm * 2 },
      finish: { ...scene.shot.finish, quality: 100, noise: 0 },
    }
    const { image, width, height, bulge } = await photograph(shown, await tableOf(studio, scene), shot)
    const smaller = await sharp(image)
      .resize(Math.round(width / 2), Math.round(height / 2), { kernel: 'linear' })
      .jpeg({ quality: scene.shot.finish.quality })
      .toBuffer()
    return { image: smaller, width: Math.round(width / 2), height: Math.round(height / 2), bulge }
  })
}

/** A page stands larger on a screen than it is: 1.5 times on a desk. */
async function onScreen(sheet: Sheet, pitch: number): Promise<Sheet> {
  const zoom = pitch > 0.1 ? 1.5 : 0.9
  const width = Math.round((sheet.width * zoom) / pitch)
  const full = sheet.height + sheet.above
  const height = Math.round((full * zoom) / pitch)
  const small = await sharp(sheet.pixels.data, { raw: { width: sheet.pixels.width, height: sheet.pixels.height, channels: 3 } })
    .resize(width, height, { fit: 'fill' })
    .raw()
    .toBuffer()
  // Pixels finer than the texture are not drawn one by one: no camera here could see them.
  const fine = pitch > 0.1 ? FINE : 2
  const data = new Uint8Array(width * fine * height * fine * 3)
  for (let y = 0; y < height * fine; y++) {
    for (let x = 0; x < width * fine; x++) {
      const from = (Math.floor(y / fine) * width + Math.floor(x / fine)) * 3
      const gap = fine === FINE && y % fine === 0 ? 0.25 : 1
      const stripe = fine === FINE ? Math.floor((x % fine) / 2) : -1
      for (let channel = 0; channel < 3; channel++) {
        const lit = stripe === -1 || stripe === channel ? 1 : 0.12
        data[(y * width * fine + x) * 3 + channel] = 14 + Math.min(241, (small[from + channel] as number) * lit * gap * (stripe === -1 ? 0.95 : 2.1))
      }
    }
  }
  return {
    pixels: { data, width: width * fine, height: height * fine },
    width: sheet.width * zoom,
    height: sheet.height * zoom,
    above: sheet.above * zoom,
    corner: 0,
  }
}

async function enlarged(sheet: Sheet, factor: number): Promise<Sheet> {
  const { data, width, height } = sheet.pixels
  const { data: large, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(width * factor, height * factor, { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { ...sheet, corner: 0, pixels: { data: large, width: info.width, height: info.height } }
}

/** Degrees of the four screens of dots: cyan, magenta, yellow, black. */
const ANGLES = [15, 75, 0, 45] as const

function halftone(sheet: Sheet, pitch: number): Sheet {
  const { data, width, height } = sheet.pixels
  const cell = (pitch * width) / sheet.width
  const turns = ANGLES.map(
    (degrees) =>
      [Math.cos((degrees * Math.PI) / 180) * ((2 * Math.PI) / cell), Math.sin((degrees * Math.PI) / 180) * ((2 * Math.PI) / cell)] as const,
  )
  const inked = (screen: number, x: number, y: number, share: number) => {
    const [cosine, sine] = turns[screen] as readonly [number, number]
    return share > 0.5 - 0.25 * (Math.cos(x * cosine + y * sine) + Math.cos(y * cosine - x * sine))
  }
  const printed = new Uint8Array(data.length)
  for (let y = 0; y < height; y++) {
    for (let x = 0; x < width; x++) {
      const at = (y * width + x) * 3
      const lack = [255 - (data[at] as number), 255 - (data[at + 1] as number), 255 - (data[at + 2] as number)] as const
      const black = Math.min(...lack)
      const dark = inked(3, x, y, black / 255)
      for (let channel = 0; channel < 3; channel++)
        printed[at + channel] = dark ? 32 : inked(channel, x, y, ((lack[channel] as number) - black) / 255) ? 95 : 238
    }
  }
  return { ...sheet, pixels: { data: printed, width, height } }
}

/** Paper is no white and ink no black. */
function faded(sheet: Sheet): Sheet {
  const random = createRandom('grain')
  const grain = Float32Array.from({ length: 4099 }, () => random.gauss() * 3)
  const data: Pixels['data'] = sheet.pixels.data.map((value, index) => 36 + value * 0.78 + (grain[(index * 7) % 4099] as number))
  return { ...sheet, corner: 0, pixels: { ...sheet.pixels, data } }
}
