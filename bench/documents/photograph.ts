import sharp from 'sharp'
import { bulgeOf, type Camera, createCamera, type View } from './camera'
import { type Finish, finish } from './finish'
import { type Light, lightAt } from './light'
import type { Pixels } from './studio'
import { type Bend, createSurface, type Surface } from './surface'
import { TABLE } from './surroundings'

/** A drawn side, ready to be photographed. Millimetres; `above` is what the sheet has over the page. */
export type Sheet = { pixels: Pixels; width: number; height: number; above: number; corner: number }

export type Shot = {
  view: View
  /** `bulge`: percent of the zone's length that its lines leave their chord by, in the picture. */
  bend: { bulge: number; axis: number; peak: number; hollow: boolean }
  margin: number
  shift: readonly [number, number]
  light: Light
  finish: Finish
  /** Where on the table the page lies. */
  table: { x: number; y: number; turn: number }
}

export type Photograph = { image: Uint8Array; width: number; height: number; bulge: number }

/** Photographs a sheet on a table. */
export async function photograph(sheet: Sheet, table: Pixels, shot: Shot): Promise<Photograph> {
  const { camera, surface, bulge } = aim(sheet, shot)
  const pixels = expose(camera, surface, await reduced(sheet, shot.view.perMm), table, shot)
  return { image: await finish(pixels, shot.finish, shot.view.perMm), width: camera.width, height: camera.height, bulge }
}

/** Finds the height of the bend that shows the bulge wanted, as far as paper goes. */
function aim(sheet: Sheet, { view, bend, margin, shift }: Shot) {
  const [halfX, halfY] = [sheet.width / 2, sheet.height / 2]
  const setUp = (height: number) => {
    const surface = createSurface({ height: bend.hollow ? -height : height, axis: bend.axis, peak: bend.peak } satisfies Bend, halfX * 1.02)
    const top = -halfY - Math.min(sheet.above, sheet.height * 0.35)
    const corners = [-halfX, 0, halfX].flatMap((x) => [top, halfY].map((y) => surface.bend(x, y)))
    return { surface, camera: createCamera(view, corners, margin, shift) }
  }
  const measured = (height: number) => {
    const { surface, camera } = setUp(height)
    return bulgeOf(camera, surface, [-halfX * 0.9, halfX * 0.9], halfY - 12)
  }
  let [low, high] = [0, sheet.width * 0.16]
  for (let round = 0; round < 18 && bend.bulge > 0; round++) {
    const middle = (low + high) / 2
    if (measured(middle) < bend.bulge) low = middle
    else high = middle
  }
  const height = bend.bulge > 0 ? low : 0
  return { ...setUp(height), bulge: height > 0 ? measured(height) : 0 }
}

/** A sheet seen small is averaged first, or its fine lines would flicker. */
async function reduced(sheet: Sheet, perMm: number): Promise<Sheet> {
  const factor = (perMm * 1.3 * sheet.width) / sheet.pixels.width
  if (factor >= 0.95) return sheet
  const { data, width, height } = sheet.pixels
  const { data: small, info } = await sharp(data, { raw: { width, height, channels: 3 } })
    .resize(Math.round(width * factor), Math.round(height * factor), { fit: 'fill' })
    .raw()
    .toBuffer({ resolveWithObject: true })
  return { ...sheet, pixels: { data: small, width: info.width, height: info.height } }
}

/** Pixels between the places that are looked up; between them everything is smooth. */
const MESH = 8
/** Of a place in the picture: on the sheet, on the table, factor of the light, what glare adds. */
const CHANNELS = 6

function expose(camera: Camera, surface: Surface, sheet: Sheet, table: Pixels, { light, table: lies }: Shot): Pixels {
  const { width, height } = camera
  const data = new Uint8Array(width * height * 3)
  const { nodes, across } = meshOf(camera, surface, light)
  const [cosine, sine] = [Math.cos((lies.turn * Math.PI) / 180), Math.sin((lies.turn * Math.PI) / 180)]
  const tablePerMm = table.width / TABLE
  const [perMmX, perMmY] = [sheet.pixels.width / sheet.width, sheet.pixels.height / (sheet.height + sheet.above)]
  const here = new Float64Array(CHANNELS)
  const colour = new Float64Array(3)
  for (let pixelY = 0; pixelY < height; pixelY++) {
    for (let pixelX = 0; pixelX < width; pixelX++) {
      interpolate(nodes, across, pixelX / MESH, pixelY / MESH, here)
      const x = here[0] as number
      const y = here[1] as number
      const groundX = here[2] as number
      const groundY = here[3] as number
      const added = here[5] as number
      const outside = distanceOutside(sheet, x, y)
      let shade = here[4] as number
      if (outside <= 0) sample(sheet.pixels, (x + sheet.width / 2) * perMmX, (y + sheet.height / 2 + sheet.above) * perMmY, colour)
      else {
        sample(
          table,
          (groundX * cosine - groundY * sine + TABLE / 2 + lies.x) * tablePerMm,
          (groundX * sine + groundY * cosine + TABLE / 2 + lies.y) * tablePerMm,
          colour,
        )
        shade *= 1 - 0.4 * Math.exp(-outside / 1.6)
      }
      const at = (pixelY * width + pixelX) * 3
      data[at] = clamp((colour[0] as number) * shade * light.warmth[0] + added)
      data[at + 1] = clamp((colour[1] as number) * shade + added)
      data[at + 2] = clamp((colour[2] as number) * shade * light.warmth[1] + added)
    }
  }
  return { data, width, height }
}

function meshOf(camera: Camera, surface: Surface, light: Light) {
  const across = Math.ceil(camera.width / MESH) + 2
  const down = Math.ceil(camera.height / MESH) + 2
  const nodes = new Float64Array(across * down * CHANNELS)
  for (let index = 0; index < across * down; index++) {
    const [pixelX, pixelY] = [(index % across) * MESH, Math.floor(index / across) * MESH]
    const [groundX, groundY] = camera.look(pixelX, pixelY, 0)
    let [x, y] = [groundX, groundY]
    let slope = 0
    if (!surface.flat) {
      for (let round = 0; round < 8; round++) [x, y] = camera.look(pixelX, pixelY, surface.heightAt(x, y))
      slope = surface.slopeAt(x, y)
      ;[x, y] = surface.flatten(x, y)
    }
    nodes.set([x, y, groundX, groundY, ...lightAt(light, x, y, slope)], index * CHANNELS)
  }
  return { nodes, across }
}

function interpolate(nodes: Float64Array, across: number, x: number, y: number, into: Float64Array) {
  const [left, top] = [Math.floor(x), Math.floor(y)]
  const [shareX, shareY] = [x - left, y - top]
  const start = (top * across + left) * CHANNELS
  const below = start + across * CHANNELS
  for (let channel = 0; channel < CHANNELS; channel++) {
    const upper = (nodes[start + channel] as number) * (1 - shareX) + (nodes[start + CHANNELS + channel] as number) * shareX
    const lower = (nodes[below + channel] as number) * (1 - shareX) + (nodes[below + CHANNELS + channel] as number) * shareX
    into[channel] = upper * (1 - shareY) + lower * shareY
  }
}

const clamp = (value: number) => (value < 0 ? 0 : value > 255 ? 255 : value)

/** Millimetres from the rounded outline; negative inside. */
function distanceOutside({ width, height, above, corner }: Sheet, x: number, y: number): number {
  const middle = -above / 2
  const beyondX = Math.abs(x) - width / 2 + corner
  const beyondY = Math.abs(y - middle) - (height + above) / 2 + corner
  const nearest = Math.min(0, Math.max(beyondX, beyondY))
  if (beyondX <= 0 || beyondY <= 0) return (nearest === 0 ? Math.max(beyondX, beyondY) : nearest) - corner
  return Math.sqrt(beyondX * beyondX + beyondY * beyondY) - corner
}

/** Between four neighbours; beyond its edge a picture goes on as its mirror image. */
function sample({ data, width, height }: Pixels, x: number, y: number, into: Float64Array) {
  const [left, top] = [Math.floor(x - 0.5), Math.floor(y - 0.5)]
  const [shareX, shareY] = [x - 0.5 - left, y - 0.5 - top]
  const [x0, x1, y0, y1] = [fold(left, width), fold(left + 1, width), fold(top, height), fold(top + 1, height)]
  const [a, b, c, d] = [(y0 * width + x0) * 3, (y0 * width + x1) * 3, (y1 * width + x0) * 3, (y1 * width + x1) * 3]
  for (let channel = 0; channel < 3; channel++) {
    const upper = (data[a + channel] as number) * (1 - shareX) + (data[b + channel] as number) * shareX
    const lower = (data[c + channel] as number) * (1 - shareX) + (data[d + channel] as number) * shareX
    into[channel] = upper * (1 - shareY) + lower * shareY
  }
}

function fold(index: number, length: number): number {
  const period = 2 * length
  const at = ((index % period) + period) % period
  return at < length ? at : period - 1 - at
}
