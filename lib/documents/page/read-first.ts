import type { MrzDocument } from '../mrz/parse'
import type { Piece } from './compose-lines'
import type { LineWord, PageLine } from './find-values'
import { findFields } from './judge-fields'
import { isSettled } from './judge-page'
import { type Look, readLines } from './read-words'

/** Beside the letters in which most of a page is printed, those of values are at least this high. */
const TALL = 1.12
/** Of a caption, in heights of its letters: what follows are its translations. */
const BEGINNING = 11
/** How narrow letters are set. Captions are told by most of their letters, values by every one. */
const SQUEEZE = { tall: 0.9, small: 0.75 }

/**
 * Reads pieces of a page, and of what is printed small only the beginning, when that tells all there is to know: most of
 * the letters on a page are captions in a second and a third language. Where anything is not as the zone has it, or not
 * to be seen, all of it is read, in its own width.
 */
export async function readFirst(document: MrzDocument, pieces: readonly Piece[], look: Omit<Look, 'squeeze'>): Promise<PageLine[]> {
  return (await readEnough(document, pieces, look)) ?? readLines(pieces, { ...look, squeeze: 1 })
}

/** @returns undefined when it was not enough */
async function readEnough(document: MrzDocument, pieces: readonly Piece[], look: Omit<Look, 'squeeze'>): Promise<PageLine[] | undefined> {
  const height = TALL * medianHeight(pieces)
  const [tall, small] = [pieces.filter(({ letterHeight }) => letterHeight >= height), pieces.filter(({ letterHeight }) => letterHeight < height)]
  const values = await readLines(tall, { ...look, squeeze: SQUEEZE.tall }, pieces)
  if (!mayBeSettled(document, values)) return undefined
  const beginnings = small.map((piece) => ({ ...piece, right: Math.min(piece.right, piece.left + BEGINNING * piece.letterHeight) }))
  const captions = await readLines(beginnings, { ...look, squeeze: SQUEEZE.small }, pieces)
  const whole = captions.map((line, index) => (line.right < (small[index] as Piece).right ? withoutLastWord(line) : line))
  const seen = [...values, ...whole].sort((one, other) => one.top - other.top || one.left - other.left)
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

/** Without the names, or without either date, the captions cannot help. */
function mayBeSettled(document: MrzDocument, values: readonly PageLine[]) {
  const { surname, document_number: number, birth_date: birth, expiry_date: expiry } = findFields(document, values)
  return [surname, number, birth, expiry].filter(({ verdict }) => verdict === 'agrees').length >= 3
}

/** What is cut through is no word; what stands before the stroke that parts two languages is whole. */
function withoutLastWord(line: PageLine): PageLine {
  const isWhole = ({ right }: LineWord) => right < line.right - 0.2 * line.letterHeight
  const beforeStroke = (word: LineWord) => (isWhole(word) ? word : { ...word, text: word.text.slice(0, Math.max(0, word.text.lastIndexOf('/'))) })
  return { ...line, words: line.words.map(beforeStroke).filter(({ text }) => text !== '') }
}
