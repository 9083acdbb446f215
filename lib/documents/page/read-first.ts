import type { MrzDocument } from '../mrz/parse'
import { captionThatBegins } from './captions'
import type { Piece } from './compose-lines'
import { isCountry } from './countries'
import type { LineWord, PageLine } from './find-values'
import { findFields } from './judge-fields'
import { isSettled, NEEDED } from './judge-page'
import { type Look, readLines } from './read-words'

/** Beside the letters in which most of a page is printed, those of values are at least this high. */
const TALL = 1.12
/** Of a caption, in heights of its letters: what follows are its translations. */
const BEGINNING = 11
/** How narrow captions are set: they are told by most of their letters, values by every one. */
const SQUEEZE = 0.75

/**
 * Reads pieces of a page, and of what is printed small only the beginnings of captions beside what agrees, when that tells
 * all there is to know: most of the letters on a page are captions in a second and a third language. Where anything is not
 * as the zone has it, or not to be seen, all of it is read, in its own width.
 */
export async function readFirst(document: MrzDocument, pieces: readonly Piece[], look: Omit<Look, 'squeeze'>): Promise<PageLine[]> {
  if (pieces.length <= FEW) return readLines(pieces, { ...look, squeeze: 1 })
  const height = TALL * medianHeight(pieces)
  const [tall, small] = [pieces.filter(({ letterHeight }) => letterHeight >= height), pieces.filter(({ letterHeight }) => letterHeight < height)]
  const values = await readLines(tall, { ...look, squeeze: 1 }, pieces)
  const enough = await readEnough(document, values, small, pieces, look)
  return enough ?? inOrder([...values, ...(await readLines(small, { ...look, squeeze: 1 }, pieces))])
}

/** A few pieces are read at once: beginning to read costs as much as three of them. */
const FEW = 9

const inOrder = (lines: PageLine[]) => lines.sort((one, other) => one.top - other.top || one.left - other.left)

/** @returns undefined when it was not enough */
async function readEnough(
  document: MrzDocument,
  values: readonly PageLine[],
  small: readonly Piece[],
  pieces: readonly Piece[],
  look: Omit<Look, 'squeeze'>,
): Promise<PageLine[] | undefined> {
  const telling = linesThatAgree(document, values)
  if (!telling) return undefined
  const beside = small.filter((piece) => telling.some((line) => isCaptionOf(piece, line)))
  const beginnings = beside.map((piece) => ({ ...piece, right: Math.min(piece.right, piece.left + BEGINNING * piece.letterHeight) }))
  const captions = await readLines(beginnings, { ...look, squeeze: SQUEEZE }, pieces)
  const whole = captions.map((line, index) => (line.right < (beside[index] as Piece).right ? mendCut(line) : line))
  const seen = inOrder([...values, ...whole])
  return isSettled(findFields(document, seen)) ? seen : undefined
}

/** By letters: a page has many more in captions than in values. */
function medianHeight(pieces: readonly Piece[]): number {
  const sorted = [...pieces].sort((one, other) => one.letterHeight - other.letterHeight)
  const width = ({ left, right, letterHeight }: Piece) => (right - left) / letterHeight
  let left = sorted.reduce((sum, piece) => sum + width(piece), 0) / 2
  for (const piece of sorted) {
    left -= width(piece)
    if (left <= 0) return piece.letterHeight
  }
  return 0
}

/**
 * Where the zone's values stand. A nationality or sex is one by its caption alone: whatever may be one is among them.
 * @returns undefined where captions could not help
 */
function linesThatAgree(document: MrzDocument, values: readonly PageLine[]): PageLine[] | undefined {
  const findings = findFields(document, values)
  const found = NEEDED.map((name) => findings[name]).filter(({ verdict }) => verdict === 'agrees')
  if (found.length < NEEDED.length) return undefined
  const mayBe = ({ words }: PageLine) => isSexLike(words) || words.some(({ text }) => isCountry(text, document.nationality))
  return [...found.flatMap(({ lines }) => lines), ...values.filter(mayBe)]
}

const isSexLike = (words: readonly LineWord[]) => words.some(({ text }) => /^([A-Z]\/)?[MFX](\/[A-Z])?$/.test(text))

/** Of a value's height, and millimetres: above it, two lines of captions at most, or before it on its line. */
const ABOVE = 1.6
const LEFT = 3

function isCaptionOf(piece: Piece, { left, right, top, bottom, letterHeight }: PageLine) {
  const isAbove = piece.bottom < top + 0.3 * letterHeight && piece.bottom > top - ABOVE * letterHeight
  const isOver = isAbove && piece.left < right && piece.right > left - LEFT && piece.left > left - 4 * LEFT
  const isBefore = piece.right < left + 1 && Math.min(piece.bottom, bottom) - Math.max(piece.top, top) > 0.4 * (piece.bottom - piece.top)
  return isOver || isBefore
}

/**
 * What is cut through is no word, unless it is long enough to be the beginning of one caption alone; what stands before the
 * stroke that parts two languages is whole.
 */
function mendCut(line: PageLine): PageLine {
  const isWhole = ({ right }: LineWord) => right < line.right - 0.2 * line.letterHeight
  const mended = (text: string) => (text.includes('/') ? text.slice(0, text.lastIndexOf('/')) : (captionThatBegins(text) ?? ''))
  const words = line.words.map((word) => (isWhole(word) ? word : { ...word, text: mended(word.text) }))
  return { ...line, words: words.filter(({ text }) => text !== '') }
}
