import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import sharp from 'sharp'

/** One face of the sheet, enlarged, with a rim to find it in. */
export type Photograph = { place: string; person: string | undefined; image: Buffer }

/** Photographs of people that the face library shows on a page about itself; it ships with the package we use. */
const SHEET = join(dirname(dirname(createRequire(import.meta.url).resolve('@vladmandic/human'))), 'assets', 'screenshot-facematch.jpg')
const SHA256 = '0d3e56e29cf588faf2d5515f10ab18ad0f1bab4959b7e3cc885bd43f1d305465'
const [ROWS, COLUMNS] = [6, 18]
/** Pixels of the sheet. */
const GRID = { left: 1, top: 284, across: 106.6, down: 112.3, side: 105 }
const RIM = 40
const SIDE = 512

/**
 * Who is seen where, `row,column`, as told by eye. The first row and the next face are one man. Of the others, those
 * that may be one person stand together; pairs within such a group are not counted either way.
 */
const AUTHOR = 'the man of the first row'
const MAYBE_ONE = [
  ['3,2', '4,4', '5,7'],
  ['4,0', '5,3', '5,12'],
  ['4,12', '5,9'],
  ['2,5', '2,6', '2,12'],
  ['5,8', '5,13'],
  ['1,12', '2,14'],
  ['1,17', '2,1', '3,16', '4,2', '4,16'],
  ['3,17', '4,5', '4,6'],
]
/** Perhaps the man of the first row too, behind glasses or blurred. */
const LEFT_OUT = ['1,1', '1,2', '1,3', '1,8', '2,0', '2,4']

/** @throws Error when the package ships another sheet than the one whose people are told here */
export async function photographs(): Promise<Photograph[]> {
  const sheet = readFileSync(SHEET)
  if (createHash('sha256').update(sheet).digest('hex') !== SHA256) throw new Error(`${SHEET} is not the sheet whose faces were named.`)
  const places = Array.from({ length: ROWS * COLUMNS }, (_, index) => [Math.floor(index / COLUMNS), index % COLUMNS] as const)
  const all = places.map(async ([row, column]) => {
    const place = `${row},${column}`
    return { place, person: personAt(row, column), image: await cut(sheet, row, column) }
  })
  return (await Promise.all(all)).filter(({ place }) => !LEFT_OUT.includes(place))
}

/** @returns undefined for somebody of whom there is one picture */
function personAt(row: number, column: number): string | undefined {
  if (row === 0 || (row === 1 && column === 0)) return AUTHOR
  return MAYBE_ONE.find((places) => places.includes(`${row},${column}`))?.join(' ')
}

/** Is it known that two pictures show one person? undefined where it is not. */
export function areOne(one: Photograph, other: Photograph): boolean | undefined {
  if (one.person === undefined || one.person !== other.person) return false
  return one.person === AUTHOR ? true : undefined
}

async function cut(sheet: Buffer, row: number, column: number): Promise<Buffer> {
  const { width = 0, height = 0 } = await sharp(sheet).metadata()
  const [left, top] = [Math.round(GRID.left + column * GRID.across), Math.round(GRID.top + row * GRID.down)]
  const face = await sharp(sheet)
    .extract({ left, top, width: Math.min(GRID.side, width - left), height: Math.min(GRID.side, height - top) })
    .extend({ top: RIM, bottom: RIM, left: RIM, right: RIM, extendWith: 'mirror' })
    .png()
    .toBuffer()
  return sharp(face).resize({ width: SIDE }).png().toBuffer()
}
