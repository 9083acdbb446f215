import type { GreyImage } from '../image/grey'
import type { Point } from '../image/homography'
import type { DocumentFormat } from '../types'
import { type DecodedZone, decodeZone, isUnprotected } from './decode-zone'
import type { Grid } from './fit-grid'
import { recognise, type Sight } from './glyph-network'
import { ALPHABET } from './layers'
import { LAYOUTS } from './layout'
import { type CellPlace, sampleCell, turned } from './sample-cell'

/** Columns of a zone that may be missing at the ends of the grid. What stands beside a zone may be any number. */
const MOST_MISSING = 4
const PROBES = 14
/** Mean logarithm of the best probability below which there is no text, or text upside down. */
const NO_TEXT = -1.2
/** Text below this was photographed poorly. */
const POOR = -0.25
/** Below this a zone that does not agree with itself is not looked at more closely. */
const WORTH_ANOTHER_LOOK = -0.45

/** Where a zone of a format lies on a grid: the lowest of its columns and rows. */
export type ZonePlace = { column: number; row: number }

type Placement = ZonePlace & { format: DocumentFormat }

export type GridReading = { zone?: DecodedZone; place?: ZonePlace; upsideDown?: boolean }

/** The cells of a grid as the network sees them, right way up or upside down; each is looked at once. */
export class GridReader {
  readonly #seen = new Map<string, Float32Array>()
  #isPoor = false
  #look: { clarity: number; upsideDown: boolean } | undefined

  constructor(
    readonly image: GreyImage,
    readonly grid: Grid,
  ) {}

  /** How clearly the grid shows text, near 0 for a clear picture, and which way up it does. */
  get look(): { clarity: number; upsideDown: boolean } {
    this.#look ??= this.#glance()
    return this.#look
  }

  #glance() {
    const [upright, inverted] = [this.#clarity(false), this.#clarity(true)]
    const look = { clarity: Math.max(upright, inverted), upsideDown: inverted > upright }
    this.#isPoor = look.clarity < POOR
    if (this.#isPoor) this.#seen.clear()
    return look
  }

  #clarity(upsideDown: boolean): number {
    const { firstColumn, lastColumn, rows } = this.grid
    let sum = 0
    for (let probe = 0; probe < PROBES; probe++) {
      const column = firstColumn + Math.floor(((probe + 0.5) / PROBES) * (lastColumn - firstColumn + 1))
      sum += Math.log(Math.max(...this.cell(column, probe % rows, upsideDown)) + 1e-9)
    }
    return sum / PROBES
  }

  /** The reading that agrees with itself, or else the clearest. */
  read(): GridReading {
    const { clarity, upsideDown } = this.look
    if (clarity < NO_TEXT) return {}
    let best: (GridReading & { zone: DecodedZone; place: Placement }) | undefined
    for (const place of placements(this.grid)) {
      const zone = decodeZone(place.format, this.#probabilities(place, upsideDown))
      if (!best || better(zone, best.zone)) best = { zone, place, upsideDown }
      if (zone.agrees) break
    }
    if (!best) return { upsideDown }
    // What no check digit tells is looked at again, cut a little differently each time; the whole zone when it does not agree.
    if (!best.zone.agrees && best.zone.likelihood < WORTH_ANOTHER_LOOK) return best
    const cells = best.zone.agrees ? isUnprotected(best.place.format) : everyCell
    const sight = this.#isPoor && !best.zone.agrees ? 'poor' : 'letter'
    return { ...best, zone: decodeZone(best.place.format, this.#probabilities(best.place, upsideDown, cells, sight)) }
  }

  /** @param twice which cells are looked at several times */
  #probabilities(
    { format, column: left, row: top }: Placement,
    upsideDown: boolean,
    twice: (row: number, column: number) => boolean = everyCell,
    sight?: Sight,
  ) {
    const { rows, columns } = LAYOUTS[format]
    const read = (row: number, column: number) => {
      const at = upsideDown ? ([left + columns - 1 - column, top + rows - 1 - row] as const) : ([left + column, top + row] as const)
      return sight && twice(row, column) ? this.#carefully(...at, upsideDown, sight) : this.cell(...at, upsideDown)
    }
    return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => read(row, column)))
  }

  /** The mean of several looks: a character that is there is seen from all of them, one that is guessed is not. */
  #carefully(column: number, row: number, upsideDown: boolean, sight: Sight): Float32Array {
    const first = this.cell(column, row, upsideDown)
    if ((first[FILLER] as number) > SURE) return first
    const place = this.grid.place(column, row)
    const mean = recognise(sampleCell(this.image, upsideDown ? turned(place) : place), sight)
    if (Math.max(...mean) > OF_ONE_MIND) return mean
    for (const look of LOOKS) {
      const seen = recognise(sampleCell(this.image, shifted(upsideDown ? turned(place) : place, look, this.grid.cellWidth)), sight)
      for (let index = 0; index < mean.length; index++) mean[index] = (mean[index] as number) + (seen[index] as number)
    }
    return mean.map((sum) => sum / (LOOKS.length + 1))
  }

  cell(column: number, row: number, upsideDown: boolean): Float32Array {
    const key = `${column} ${row} ${upsideDown}`
    const known = this.#seen.get(key)
    if (known) return known
    const place = this.grid.place(column, row)
    const seen = recognise(sampleCell(this.image, upsideDown ? turned(place) : place), this.#isPoor ? 'poor' : 'usual')
    this.#seen.set(key, seen)
    return seen
  }
}

const everyCell = () => true

/** Shifts in pixels of a cell, how much larger it is cut, and whether a narrow one is cut at its full width after all. */
const LOOKS = [
  { right: 1.3, down: 0.6, size: 1.05, whole: true },
  { right: -1.3, down: -0.6, size: 1.05, whole: true },
  { right: 0.6, down: -1.3, size: 0.96, whole: false },
  { right: -0.6, down: 1.3, size: 0.96, whole: false },
]
const FILLER = ALPHABET.indexOf('<')
const SURE = 0.995
/** What both networks name with this at first sight is not looked at again. */
const OF_ONE_MIND = 0.9995
/** Cells narrower than this show a cut of OCR-B that the network has not learned. */
const NARROW = 0.97

function shifted({ centre, right, down }: CellPlace, look: (typeof LOOKS)[number], cellWidth: number): CellPlace {
  const at = (axis: 0 | 1) => centre[axis] + look.right * right[axis] + look.down * down[axis]
  const sized = ([x, y]: Point, by: number): Point => [x * by, y * by]
  const wide = look.whole && cellWidth < NARROW ? 1 / cellWidth : 1
  return { centre: [at(0), at(1)], right: sized(right, look.size * wide), down: sized(down, look.size) }
}

/**
 * Every format that has nearly that many columns, and every way to lay it over the marks. Lines above or below a zone may
 * have been taken for a part of it, and one of three lines may have been overlooked.
 */
function placements({ rows, firstColumn, lastColumn }: Grid): Placement[] {
  const found = lastColumn - firstColumn + 1
  const farFrom = (format: DocumentFormat) => Math.abs(LAYOUTS[format].columns - found) + 3 * Math.abs(LAYOUTS[format].rows - rows)
  const formats = (Object.keys(LAYOUTS) as DocumentFormat[]).sort((one, other) => farFrom(one) - farFrom(other))
  return formats.flatMap((format) => {
    const layout = LAYOUTS[format]
    const spare = found - layout.columns
    const spareRows = rows - layout.rows
    if (spare < -MOST_MISSING || spareRows < -1 || (spareRows < 0 && spare > MOST_MISSING)) return []
    const columns = Array.from({ length: Math.abs(spare) + 1 }, (_, shift) => firstColumn + (spare < 0 ? -shift : shift))
    const firstRows = spareRows < 0 ? [-1, 0] : Array.from({ length: spareRows + 1 }, (_, shift) => spareRows - shift)
    return columns.flatMap((column) => firstRows.map((row) => ({ format, column, row })))
  })
}

const better = (one: DecodedZone, other: DecodedZone) => (one.agrees === other.agrees ? one.suits > other.suits : one.agrees)
