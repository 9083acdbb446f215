import type { GreyImage } from '../image/grey'
import type { DocumentFormat } from '../types'
import { type DecodedZone, decodeZone } from './decode-zone'
import type { Grid } from './fit-grid'
import { recognise } from './glyph-network'
import { LAYOUTS } from './layout'
import { type CellPlace, sampleCell } from './sample-cell'

/** Columns that may be missing at the ends, or be something that stands beside the zone. */
const MOST_ASTRAY = 3
const PROBES = 14
/** Mean logarithm of the best probability below which there is no text, or text upside down. */
const NO_TEXT = -1.4

/** The cells of a grid as the network sees them, right way up or upside down; each is looked at once. */
export class GridReader {
  readonly #seen = new Map<string, Float32Array>()

  constructor(
    readonly image: GreyImage,
    readonly grid: Grid,
  ) {}

  /** How clearly the grid shows text, near 0 for a clear picture. */
  clarity(upsideDown: boolean): number {
    const { firstColumn, lastColumn, rows } = this.grid
    let sum = 0
    for (let probe = 0; probe < PROBES; probe++) {
      const column = firstColumn + Math.floor(((probe + 0.5) / PROBES) * (lastColumn - firstColumn + 1))
      sum += Math.log(Math.max(...this.cell(column, probe % rows, upsideDown)) + 1e-9)
    }
    return sum / PROBES
  }

  /** The reading that agrees with itself, or else the clearest. */
  read(): { zone?: DecodedZone; upsideDown?: boolean } {
    const [upright, inverted] = [this.clarity(false), this.clarity(true)]
    if (Math.max(upright, inverted) < NO_TEXT) return {}
    const upsideDown = inverted > upright
    let best: DecodedZone | undefined
    for (const { format, start } of placements(this.grid)) {
      const zone = decodeZone(format, this.#probabilities(format, start, upsideDown))
      if (!best || better(zone, best)) best = zone
    }
    return { zone: best, upsideDown }
  }

  #probabilities(format: DocumentFormat, start: number, upsideDown: boolean) {
    const { rows, columns } = LAYOUTS[format]
    const cell = (row: number, column: number) =>
      upsideDown ? this.cell(start + columns - 1 - column, rows - 1 - row, true) : this.cell(start + column, row, false)
    return Array.from({ length: rows }, (_, row) => Array.from({ length: columns }, (_, column) => cell(row, column)))
  }

  cell(column: number, row: number, upsideDown: boolean): Float32Array {
    const key = `${column} ${row} ${upsideDown}`
    const place = this.grid.place(column, row)
    const seen = this.#seen.get(key) ?? recognise(sampleCell(this.image, upsideDown ? turned(place) : place))
    this.#seen.set(key, seen)
    return seen
  }
}

const turned = ({ centre, right, down }: CellPlace): CellPlace => ({ centre, right: [-right[0], -right[1]], down: [-down[0], -down[1]] })

/** Every format of that many rows and nearly that many columns, and every way to lay it over the marks. */
function placements({ rows, firstColumn, lastColumn }: Grid): { format: DocumentFormat; start: number }[] {
  const found = lastColumn - firstColumn + 1
  const formats = (Object.keys(LAYOUTS) as DocumentFormat[]).filter(
    (format) => LAYOUTS[format].rows === rows && Math.abs(LAYOUTS[format].columns - found) <= MOST_ASTRAY,
  )
  return formats.flatMap((format) => {
    const spare = found - LAYOUTS[format].columns
    return Array.from({ length: Math.abs(spare) + 1 }, (_, shift) => ({ format, start: firstColumn + (spare < 0 ? -shift : shift) }))
  })
}

const better = (one: DecodedZone, other: DecodedZone) => (one.agrees === other.agrees ? one.likelihood > other.likelihood : one.agrees)
