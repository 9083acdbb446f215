import { fitHomography, type Homography, type Point } from '../image/homography'
import type { DocumentFormat } from '../types'
import { Canvas, type Colour } from './canvas'
import { composeMrz } from './compose-mrz'
import { drawDocument, PLAIN_PRINT, type PrintStyle, SHEETS } from './draw-document'
import { type InventedDocument, type InventedPerson, inventDocument, inventPerson } from './invent'
import { type Conditions, photograph } from './photograph'
import { seededRandom } from './random'
import { Surface } from './surface'
import { type Warp, warp } from './warp'

export type SpecimenOptions = {
  format: DocumentFormat
  /** The same seed and options give the same picture. */
  seed: number
  today: Date
  person?: Partial<InventedPerson>
  document?: Partial<InventedDocument>
  print?: Partial<PrintStyle>
  view?: Partial<View>
  conditions?: Conditions
}

/** How the sheet lies in the picture. */
export type View = {
  width: number
  height: number
  /** Share of the picture's width that the sheet takes, or of its height where that is less. */
  fill: number
  /** Degrees clockwise. */
  rotation: number
  /** How much shorter the far edge looks, along x and along y. */
  tilt: readonly [x: number, y: number]
  /** Of the sheet's middle from the picture's, in shares of the picture. */
  shift: readonly [x: number, y: number]
  table: Colour
  warp: Warp
}

export type Specimen = { image: Buffer; document: InventedDocument; mrz: string[] }

const PLAIN_VIEW: View = { width: 1600, height: 1200, fill: 0.9, rotation: 0, tilt: [0, 0], shift: [0, 0], table: [92, 78, 66], warp: {} }

/** A photograph (JPEG) of a document that Utopia issued to somebody who does not exist. */
export async function createSpecimen(options: SpecimenOptions): Promise<Specimen> {
  const person = inventPerson(options.seed, options.person)
  const document = inventDocument(options.format, person, options.today, options.seed, options.document)
  const print = { ...PLAIN_PRINT, ...options.print }
  const view = { ...PLAIN_VIEW, ...options.view }
  const canvas = new Canvas(view.width, view.height, view.table)
  drawDocument(new Surface(canvas, viewOf(SHEETS[options.format], view)), document, print)
  const { width, height, rotation, shift } = view
  const sheet = { middle: [width * (0.5 + shift[0]), height * (0.5 + shift[1])] as const, width: sheetWidth(SHEETS[options.format], view), rotation }
  const image = await photograph(warp(canvas, view.warp, sheet), options.conditions ?? {}, seededRandom(options.seed ^ 0x2545f491))
  return { image, document, mrz: [...(print.mrz ?? composeMrz(document))] }
}

/** In pixels, before anything leans. */
const sheetWidth = (sheet: { width: number; height: number }, { width, height, fill }: View) =>
  sheet.width * Math.min((width * fill) / sheet.width, (height * fill) / sheet.height)

/** From millimetres on a sheet to pixels of the picture. */
export function viewOf(sheet: { width: number; height: number }, view: View): Homography {
  const scale = sheetWidth(sheet, view) / sheet.width
  const [cos, sin] = [Math.cos((view.rotation * Math.PI) / 180), Math.sin((view.rotation * Math.PI) / 180)]
  const corners: Point[] = [
    [-1, -1],
    [1, -1],
    [1, 1],
    [-1, 1],
  ]
  const pairs = corners.map(([u, v]) => {
    const depth = 1 + u * view.tilt[0] + v * view.tilt[1]
    const [x, y] = [((u * sheet.width) / 2) * scale * depth, ((v * sheet.height) / 2) * scale * depth]
    const middle = [view.width * (0.5 + view.shift[0]), view.height * (0.5 + view.shift[1])] as const
    const to = [middle[0] + x * cos - y * sin, middle[1] + x * sin + y * cos] as const
    return { from: [((u + 1) * sheet.width) / 2, ((v + 1) * sheet.height) / 2] as const, to }
  })
  const map = fitHomography(pairs)
  if (!map) throw new RangeError('the sheet cannot be seen from there')
  return map
}
