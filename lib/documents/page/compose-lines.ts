import type { GreyImage } from '../image/grey'
import { type Rectangle, samplePatch, type View } from './view'

/** Letters on one line of a page, in millimetres. */
export type Piece = Rectangle & { letterHeight: number }

/** Where letters come from, and how large they are set. */
export type Setting = {
  source: GreyImage
  toImage: View['toImage']
  /** Pixels. */
  letterHeight: number
  /** Of their width beside their height: a reader of words pays by the width of a line, and reads narrow faces as well. */
  squeeze: number
}

/** Where a piece stands on a sheet of lines. */
type PlacedPiece = { piece: Piece; padded: Rectangle; scale: number; squeeze: number; top: number; width: number; height: number }

type LineSheet = { image: GreyImage; placed: PlacedPiece[] }

/** Pixels. One piece a line: a reader of words takes the size of a whole line from its letters. */
const LINE_GAP = 22
const MARGIN = 20
/** In heights of a letter: accents and tails reach beyond. */
const PADDING = { across: 0.3, above: 0.4, below: 0.35 }

/**
 * Sets pieces of a page under each other in letters of one size, black on white, with nothing else around them.
 * @param among all pieces of the page, those that are set and others
 */
export function composeLines(pieces: readonly Piece[], among: readonly Piece[], { source, toImage, letterHeight, squeeze }: Setting): LineSheet {
  const placed: PlacedPiece[] = []
  const patches: GreyImage[] = []
  let top = MARGIN
  for (const piece of pieces) {
    const scale = letterHeight / piece.letterHeight
    const padded = pad(piece, among)
    const isWord = piece.right - piece.left > SHORT * piece.letterHeight
    const narrow = isWord && heightInPicture(piece, toImage) >= FINE ? squeeze : 1
    const patch = evenContrast(samplePatch(source, padded, scale, toImage, narrow))
    placed.push({ piece, padded, scale, squeeze: narrow, top, width: patch.width, height: patch.height })
    patches.push(patch)
    top += patch.height + LINE_GAP
  }
  const width = Math.max(1, ...patches.map((patch) => patch.width)) + 2 * MARGIN
  const height = top + MARGIN
  const image = { data: new Uint8Array(width * height).fill(255), width, height }
  for (const [index, place] of placed.entries()) paste(image, patches[index] as GreyImage, place)
  return { image, placed }
}

/** From a box on the sheet to the page; undefined when it lies on no piece. */
export function toPage({ placed }: LineSheet, box: Rectangle): { piece: Piece; box: Rectangle } | undefined {
  const y = (box.top + box.bottom) / 2
  const place = placed.find(({ top, height }) => y >= top - LINE_GAP / 2 && y < top + height + LINE_GAP / 2)
  if (!place) return undefined
  const { piece, padded, scale, squeeze, top } = place
  const across = (value: number) => padded.left + (value - MARGIN) / (scale * squeeze)
  const down = (value: number) => padded.top + (value - top) / scale
  return { piece, box: { left: across(box.left), right: across(box.right), top: down(box.top), bottom: down(box.bottom) } }
}

/** Pixels of the picture: letters that have fewer lose too much by being narrowed, and so do letters that stand alone. */
const FINE = 14
const SHORT = 3

function heightInPicture({ left, top, bottom, letterHeight }: Piece, toImage: View['toImage']) {
  const [[x, y], [lowerX, lowerY]] = [toImage(left, top), toImage(left, bottom)]
  return (Math.hypot(lowerX - x, lowerY - y) * letterHeight) / (bottom - top)
}

/** Half way to the lines above and below, where they are near. */
export function pad({ left, top, right, bottom, letterHeight }: Piece, pieces: readonly Piece[]): Rectangle {
  const room = { above: PADDING.above * letterHeight, below: PADDING.below * letterHeight }
  for (const other of pieces) {
    if (other.right < left || other.left > right) continue
    if (other.bottom <= top + 0.3 * letterHeight) room.above = Math.min(room.above, Math.max(0.06 * letterHeight, (top - other.bottom) / 2))
    if (other.top >= bottom - 0.3 * letterHeight) room.below = Math.min(room.below, Math.max(0.06 * letterHeight, (other.top - bottom) / 2))
  }
  return {
    left: left - PADDING.across * letterHeight,
    right: right + PADDING.across * letterHeight,
    top: top - room.above,
    bottom: bottom + room.below,
  }
}

/** Ink becomes black and paper white, whatever the light on this piece. */
export function evenContrast({ data, width, height }: GreyImage): GreyImage {
  const counts = new Uint32Array(256)
  for (const value of data) counts[value] = (counts[value] as number) + 1
  const [ink, paper] = [percentile(counts, data.length * 0.03), percentile(counts, data.length * 0.6)]
  const range = Math.max(24, paper - ink) * 0.85
  const even = new Uint8Array(data.length)
  for (let index = 0; index < data.length; index++) {
    even[index] = Math.max(0, Math.min(255, Math.round((((data[index] as number) - ink) * 275) / range - 8)))
  }
  return { data: even, width, height }
}

function percentile(counts: Uint32Array, rank: number) {
  let sum = 0
  for (let value = 0; value < 256; value++) {
    sum += counts[value] as number
    if (sum > rank) return value
  }
  return 255
}

function paste(image: GreyImage & { data: Uint8Array }, patch: GreyImage, { top }: PlacedPiece) {
  for (let y = 0; y < patch.height; y++) image.data.set(patch.data.subarray(y * patch.width, (y + 1) * patch.width), (top + y) * image.width + MARGIN)
}
