import { LAYOUTS } from '../mrz/layout'
import type { Colour } from './canvas'
import { composeMrz } from './compose-mrz'
import { drawPortrait } from './draw-portrait'
import type { InventedDocument } from './invent'
import type { Surface } from './surface'

/** Millimetres. @see ICAO 9303-5, 9303-6, 9303-4, §2 each */
export const SHEETS = { TD1: { width: 85.6, height: 54 }, TD2: { width: 105, height: 74 }, TD3: { width: 125, height: 88 } } as const

/** Ten characters to the inch. @see ICAO 9303-3 §4.4, ISO 1073-2 */
const MRZ_PITCH = 2.54
/** Em of OCR-B whose characters are 2.54 mm apart. */
const MRZ_SIZE = MRZ_PITCH / 0.723

export type PrintStyle = {
  paper: Colour
  /** Colour of the security print and how strongly it covers the page, the zone included. */
  guilloche: Colour
  guillocheOpacity: number
  guillocheWidth: number
  ink: Colour
  inkOpacity: number
  face: 'OCRB' | 'OCRBS'
  /** Distance of the lines of the zone, in millimetres. */
  lineDistance: number
  /** What is printed: `whole` has the zone under the fields, as passports do; cards have it on their back. */
  side: 'whole' | 'front' | 'back'
  /** Lines to print instead of the genuine ones. */
  mrz?: readonly string[]
}

export const PLAIN_PRINT: PrintStyle = {
  paper: [246, 244, 236],
  guilloche: [120, 160, 190],
  guillocheOpacity: 0.25,
  guillocheWidth: 0.18,
  ink: [18, 18, 20],
  inkOpacity: 0.95,
  face: 'OCRB',
  lineDistance: 4.23,
  side: 'whole',
}

const GREY: Colour = [95, 100, 110]

export function drawDocument(surface: Surface, document: InventedDocument, style: PrintStyle) {
  const sheet = SHEETS[document.format]
  surface.rectangle(0, 0, sheet.width, sheet.height, style.paper)
  drawGuilloche(surface, sheet, style)
  drawHeading(surface, document, style)
  if (style.side === 'back') drawNotes(surface, document, style)
  else drawFields(surface, document, style)
  if (style.side !== 'front') drawZone(surface, document, style)
}

/** Points of a line that are drawn at once. */
const PIECE = 10

function drawGuilloche(surface: Surface, { width, height }: { width: number; height: number }, style: PrintStyle) {
  const step = 3.1
  for (let y = step; y < height - step; y += step) {
    const wave = (x: number) => y + 1.4 * Math.sin(x / 5 + y) + 0.7 * Math.sin(x / 2.3 - y)
    const points = Array.from({ length: Math.floor(width / 0.8) }, (_, index) => [0.4 + index * 0.8, wave(index * 0.8)] as const)
    // In short pieces: on a slanting page, a long line would touch half the picture.
    for (let start = 0; start + 1 < points.length; start += PIECE) {
      surface.stroke(points.slice(start, start + PIECE + 1), style.guillocheWidth, style.guilloche, style.guillocheOpacity)
    }
  }
}

function drawHeading(surface: Surface, { format, documentCode }: InventedDocument, { ink }: PrintStyle) {
  const kind = format === 'TD3' ? 'PASSPORT' : 'IDENTITY CARD'
  const size = format === 'TD1' ? 3 : 4
  surface.text('UTOPIA', size, size * 1.6, { face: 'SansBold', size, colour: ink })
  surface.text(`${kind}  ${documentCode}  SPECIMEN`, size * 6.5, size * 1.6, { face: 'Sans', size: size * 0.8, colour: GREY })
}

/** Below the fields of a side without a zone, in millimetres. */
const BOTTOM = 6

/** What a card says above the zone on its back. @see ICAO 9303-5 §3 */
function drawNotes(surface: Surface, document: InventedDocument, { ink }: PrintStyle) {
  const notes = [
    ['Date of issue', shownDate(document.issueDate)],
    ['Authority', 'UTOPIA REGISTRY'],
  ] as const
  notes.forEach(([label, value], row) => {
    const y = 12 + row * 9
    surface.text(label, 5, y, { face: 'Sans', size: 1.7, colour: GREY })
    surface.text(value, 5, y + 3.2, { face: 'SansBold', size: 2.6, colour: ink })
  })
}

/** The visual inspection zone: portrait left, fields right. @see ICAO 9303-3 §3 */
function drawFields(surface: Surface, document: InventedDocument, { ink, side }: PrintStyle) {
  const { person, format } = document
  const { width, height } = SHEETS[format]
  const zoneHeight = side === 'front' ? BOTTOM : format === 'TD1' ? 17 : 19
  const top = format === 'TD1' ? 7 : 10
  const room = height - zoneHeight - top
  const tall = Math.min(room, side === 'front' ? 34 : 45)
  const portrait = { width: (tall * 3.5) / 4.5, height: tall }
  drawPortrait(surface, { x: 3.5, y: top, ...portrait }, person)

  const rows: [label: string, value: string][][] = [
    [['Surname', person.surname.toUpperCase()]],
    [['Given names', person.givenNames.toUpperCase()]],
    [
      ['Nationality', document.nationality],
      ['Sex', person.sex],
    ],
    [
      ['Date of birth', shownDate(person.birthDate)],
      ['Document No.', document.documentNumber],
    ],
    [
      ['Date of issue', shownDate(document.issueDate)],
      ['Date of expiry', shownDate(document.expiryDate)],
    ],
  ]
  const left = 3.5 + portrait.width + 4
  const rowHeight = room / rows.length
  const size = Math.min(rowHeight * 0.46, format === 'TD1' ? 2.7 : 3.5)
  rows.forEach((cells, row) => {
    cells.forEach(([label, value], column) => {
      const x = left + (column * (width - left)) / 2
      const y = top + row * rowHeight
      surface.text(label, x, y + size * 0.62, { face: 'Sans', size: size * 0.6, colour: GREY })
      surface.text(value, x, y + size * 1.62, { face: 'SansBold', size, colour: ink })
    })
  })
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** As in the visual zone of passports: `12 AUG 1974`. @see ICAO 9303-3 §3.4 */
const shownDate = (date: string) => `${date.slice(8)} ${MONTHS[Number(date.slice(5, 7)) - 1]} ${date.slice(0, 4)}`

function drawZone(surface: Surface, document: InventedDocument, style: PrintStyle) {
  const { rows, columns } = LAYOUTS[document.format]
  const { width, height } = SHEETS[document.format]
  const left = (width - columns * MRZ_PITCH) / 2
  const lines = style.mrz ?? composeMrz(document)
  const lowest = height - (document.format === 'TD1' ? 3.2 : 5)
  const distance = document.format === 'TD1' ? Math.min(style.lineDistance, 5) : style.lineDistance
  lines.forEach((line, row) => {
    const y = lowest - (rows - 1 - row) * distance
    const { face, ink: colour, inkOpacity: opacity } = style
    surface.text(line, left, y, { face, size: MRZ_SIZE, colour, opacity, pitch: MRZ_PITCH })
  })
}
