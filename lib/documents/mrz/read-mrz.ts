import sharp from 'sharp'
import { type Channel, decodePicture, type Picture, toGrey } from '../image/decode'
import type { GreyImage } from '../image/grey'
import type { Point } from '../image/homography'
import { type Box, inkComponents } from '../image/ink-components'
import { soften } from '../image/soften'
import type { DecodedZone } from './decode-zone'
import { findLines } from './find-lines'
import { fitGrid, type Grid } from './fit-grid'
import { groupLines } from './group-lines'
import { isIssuer } from './issuers'
import { GridReader, type ZonePlace } from './read-grid'
import { refineGrid } from './refine-grid'

export type MrzReading = {
  /** The best reading, also when it does not agree with itself. */
  zone?: DecodedZone
  /** Where it stands, in which picture. */
  grid?: Grid
  image?: GreyImage
  /** The same pixels in colour. */
  picture?: Picture
  upsideDown?: boolean
  /** Where the zone's lowest column and row are on the grid. */
  place?: ZonePlace
  /** Pixels of the picture that was given to one of `image`. */
  scale?: number
  /** Two zones were seen in one picture. */
  several: boolean
}

/** `softened`: letters are sought in a picture without its grain, in pixels; they are read as they are. */
type Pass = { longSide: number; channel: Channel; share: number; softened?: number }

/** The first reads nearly everything; the others see through overprint, grain, haze and large or small print. */
const PASSES: Pass[] = [
  { longSide: 1600, channel: 'brightness', share: 0.86 },
  { longSide: 1600, channel: 'strongest', share: 0.8 },
  { longSide: 1600, channel: 'brightness', share: 0.9, softened: 2 },
  { longSide: 1200, channel: 'brightness', share: 0.9 },
  { longSide: 2200, channel: 'strongest', share: 0.86 },
]
/** Grids that are glanced at, and of these, the clearest first, how many are read: other text in even lines may have more marks than a zone. */
const MOST_GRIDS = { glanced: 8, read: 3 }
/** Mean logarithm below which a reading shows no letters that could stand elsewhere. */
const WORTH_REFINING = -0.9
/** Passes that try to make a reading certain once it agrees with itself. */
const MOST_SECOND_LOOKS = 2
/** In pitches, how far from the middle of a zone's nearest character its own letters are. */
const WITHIN = 1.5
/** A second zone that does not agree with itself shows this clearly, mean logarithm, that it is one. */
const ANOTHER_ZONE = { marks: 40, clarity: -0.6, likelihood: -0.2, agreeing: -0.3 }

/** Looks for a machine-readable zone, whichever way the picture is turned. */
export async function readMrz(image: Uint8Array): Promise<MrzReading> {
  const pictures = new Map<number, Promise<Picture>>()
  const { width, height } = await sharp(image).metadata()
  let best: MrzReading = { several: false }
  let secondLooks = 0
  for (const pass of PASSES) {
    if (best.zone?.agrees && secondLooks++ >= MOST_SECOND_LOOKS) break
    const picture = pictures.get(pass.longSide) ?? decodePicture(image, pass.longSide)
    pictures.set(pass.longSide, picture)
    const reading = await readOnce(toGrey(await picture, pass.channel), pass)
    if (isBetter(reading, best)) best = { ...reading, picture: await picture, scale: Math.max(width, height) / pass.longSide }
    if (best.zone?.agrees && best.zone.certain) break
  }
  return best.zone && !best.zone.agrees && best.zone.likelihood > WORTH_REFINING ? refined(best) : best
}

/** What was read best, read again where its letters are clearest. */
async function refined(best: MrzReading): Promise<MrzReading> {
  const { image, grid, upsideDown = false } = best
  const finer = image && grid && refineGrid(image, grid, upsideDown)
  if (!finer) return best
  const reading = { ...best, ...new GridReader(image, finer).read(), grid: finer }
  if (!isBetter(reading, best)) return best
  return reading.zone?.agrees ? { ...reading, several: showsAnother(await readersOf(image, PASSES[0] as Pass), finer) } : reading
}

const rank = ({ zone, grid }: MrzReading) => {
  if (!zone) return grid ? 0 : -1
  return 1 + (zone.agrees ? 2 : 0) + (zone.agrees && zone.certain ? 2 : 0) + Math.max(-0.9, zone.likelihood)
}

const isBetter = (one: MrzReading, other: MrzReading) => rank(one) > rank(other)

async function readOnce(image: GreyImage, pass: Pass): Promise<MrzReading> {
  const readers = await readersOf(image, pass)
  let best: MrzReading = { several: false }
  for (const reader of clearest(readers)) {
    const reading = { ...reader.read(), grid: reader.grid, image, several: false }
    if (isBetter(reading, best)) best = reading
    if (best.zone?.agrees) break
  }
  if (!best.zone?.agrees) return best
  return { ...best, several: showsAnother(readers, best.grid as Grid) }
}

async function readersOf(image: GreyImage, { share, softened }: Pass): Promise<GridReader[]> {
  const longSide = Math.max(image.width, image.height)
  const boxes = inkComponents(softened ? await soften(image, softened) : image, { window: Math.round(longSide / 55), share })
  return gridsOf(boxes, image).map((grid) => new GridReader(image, grid))
}

const showsAnother = (readers: readonly GridReader[], read: Grid) => readers.some((reader) => isAnotherZone(reader, read))

function clearest(readers: readonly GridReader[]): GridReader[] {
  const glanced = readers.slice(0, MOST_GRIDS.glanced)
  return glanced.sort((one, other) => other.look.clarity - one.look.clarity).slice(0, MOST_GRIDS.read)
}

/** Lines are sought along the picture and, turned by a quarter, across it. */
function gridsOf(boxes: readonly Box[], { width, height }: GreyImage): Grid[] {
  const longSide = Math.max(width, height)
  const turned = boxes.map((box) => ({ left: box.top, right: box.bottom, top: width - 1 - box.right, bottom: width - 1 - box.left, area: box.area }))
  const straight = zonesIn(boxes, longSide, (x, y) => [x, y])
  const across = zonesIn(turned, longSide, (x, y) => [width - 1 - y, x])
  return [...straight, ...across].sort((one, other) => other.marks * other.fit - one.marks * one.fit)
}

function zonesIn(boxes: readonly Box[], longSide: number, toImage: (x: number, y: number) => Point): Grid[] {
  return groupLines(findLines(boxes, longSide)).flatMap((group) => fitGrid(group, toImage) ?? [])
}

/**
 * A second zone stands elsewhere and is one by what it says: it agrees with itself, or is clear over its whole width and
 * begins as zones do. Other text in even lines is not.
 */
function isAnotherZone(reader: GridReader, read: Grid): boolean {
  const { grid } = reader
  if (grid.marks < ANOTHER_ZONE.marks) return false
  if (standsIn(read, middleOf(grid)) || standsIn(grid, middleOf(read))) return false
  if (reader.look.clarity < ANOTHER_ZONE.clarity) return false
  const { zone } = reader.read()
  if (!zone) return false
  // A visa has three digits: other text may agree with those.
  return zone.agrees ? zone.likelihood > ANOTHER_ZONE.agreeing : zone.likelihood > ANOTHER_ZONE.likelihood && beginsAsZone(zone.lines)
}

const middleOf = ({ place, firstColumn, lastColumn, rows }: Grid): Point => place((firstColumn + lastColumn) / 2, (rows - 1) / 2).centre

/** Between two rows of a passport, and between three of a card, is within its zone too. */
function standsIn({ place, firstColumn, lastColumn, rows, pitch }: Grid, [x, y]: Point): boolean {
  for (let column = firstColumn; column <= lastColumn; column++) {
    for (let row = 0; row <= rows - 1; row += 0.5) {
      const [atX, atY] = place(column, row).centre
      if (Math.hypot(x - atX, y - atY) < WITHIN * pitch) return true
    }
  }
  return false
}

/** Kind of document, issuer, and fillers somewhere. */
const beginsAsZone = (lines: readonly string[]) =>
  /^[PIACV][A-Z<]/.test(lines[0] ?? '') && isIssuer((lines[0] ?? '').slice(2, 5).replace(/<+$/, ''), true) && lines.join('').includes('<<')
