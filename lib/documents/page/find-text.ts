import { type Box, inkComponents } from '../image/ink-components'
import type { Piece } from './compose-lines'
import type { Rectangle, View } from './view'

/** A run of letters on one line, without the gaps between columns. Millimetres of the page. */
export type TextPiece = Piece & {
  letters: number
  /** Downwards to the right is positive. */
  slope: number
}

/** Letters of captions without a stroke above are hardly lower, those of headings hardly higher. */
const LETTER = { least: 0.6, most: 6.5, widest: 30 }
/**
 * Half the square that ink is compared with, and how dark ink is beside its mean: captions are printed pale, and values
 * would run together with the security print if nothing darker counted.
 */
const INKS = [
  { window: 2.6, share: 0.76 },
  { window: 1.3, share: 0.91 },
]
/** In heights of the letters: what is further apart stands in another column. */
const WIDEST_GAP = 1.15
const MOST_PIECES = 90

/** Where on a page laid flat letters stand in lines, from top to bottom. */
export function findText({ image, scale, area }: View): TextPiece[] {
  const inks = inkComponents(image, ...INKS.map(({ window, share }) => ({ window: Math.round(window * scale), share })))
  const boxes = inks.filter((box) => isLetterLike(box, scale))
  const toPage = (box: Box): Rectangle => ({
    left: area.left + box.left / scale,
    right: area.left + (box.right + 1) / scale,
    top: area.top + box.top / scale,
    bottom: area.top + (box.bottom + 1) / scale,
  })
  const pieces = joinLetters(boxes.map(toPage)).filter(isText)
  const words = pieces.filter(({ letters }) => letters >= WORD)
  return pieces
    .filter((piece) => piece.letters >= WORD || words.some((word) => belongsTo(piece, word)))
    .sort((one, other) => other.letters * other.letterHeight - one.letters * one.letterHeight)
    .slice(0, MOST_PIECES)
    .sort(byPlace)
}

/** So many letters are a word; fewer are text only beside one, or under the beginning of one. */
const WORD = 3
const [BESIDE, UNDER] = [14, 2.5]

function belongsTo({ left, right, top, bottom, letterHeight }: TextPiece, word: TextPiece) {
  if (letterHeight > 2.4 * word.letterHeight) return false
  const isOnLine = Math.min(bottom, word.bottom) - Math.max(top, word.top) > 0.5 * Math.min(letterHeight, word.letterHeight)
  if (isOnLine) return Math.max(word.left - right, left - word.right) < BESIDE * letterHeight
  return Math.abs(left - word.left) < letterHeight && top > word.top && top - word.bottom < UNDER * letterHeight
}

const byPlace = (one: Rectangle, other: Rectangle) => one.top - other.top || one.left - other.left

function isLetterLike({ left, right, top, bottom, area }: Box, scale: number) {
  const [width, height] = [(right - left + 1) / scale, (bottom - top + 1) / scale]
  const filled = area / ((right - left + 1) * (bottom - top + 1))
  return height >= LETTER.least && height <= LETTER.most && width <= LETTER.widest && width >= 0.12 && filled > 0.12 && filled < 0.98
}

/** Neighbours of about one height become one piece. @see Tarjan 1975, disjoint sets */
function joinLetters(letters: Rectangle[]): TextPiece[] {
  letters.sort((one, other) => one.left - other.left)
  const parents = letters.map((_, index) => index)
  const root = (index: number): number => {
    let at = index
    while (parents[at] !== at) at = parents[at] = parents[parents[at] as number] as number
    return at
  }
  letters.forEach((letter, index) => {
    for (let other = index + 1; other < letters.length; other++) {
      const next = letters[other] as Rectangle
      if (next.left - letter.right > WIDEST_GAP * LETTER.most) break
      if (areNeighbours(letter, next)) parents[root(other)] = root(index)
    }
  })
  const groups = new Map<number, Rectangle[]>()
  for (const [index, letter] of letters.entries()) groups.set(root(index), [...(groups.get(root(index)) ?? []), letter])
  return [...groups.values()].map(pieceOf)
}

const heightOf = ({ top, bottom }: Rectangle) => bottom - top

function areNeighbours(one: Rectangle, other: Rectangle) {
  const [low, high] = [Math.min(heightOf(one), heightOf(other)), Math.max(heightOf(one), heightOf(other))]
  const overlap = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return overlap > 0.55 * low && high < 2.4 * low && other.left - one.right < WIDEST_GAP * high
}

function pieceOf(letters: Rectangle[]): TextPiece {
  const heights = letters.map(heightOf).sort((one, other) => one - other)
  return {
    left: Math.min(...letters.map(({ left }) => left)),
    right: Math.max(...letters.map(({ right }) => right)),
    top: Math.min(...letters.map(({ top }) => top)),
    bottom: Math.max(...letters.map(({ bottom }) => bottom)),
    letterHeight: heights[Math.floor(heights.length * 0.75)] as number,
    letters: letters.length,
    slope: slopeOf(letters),
  }
}

/** Of the line that comes nearest to the letters' middles, by least squares. */
function slopeOf(letters: readonly Rectangle[]) {
  const middles = letters.map(({ left, right, top, bottom }) => [(left + right) / 2, (top + bottom) / 2] as const)
  const [x, y] = [0, 1].map((axis) => middles.reduce((sum, middle) => sum + (middle[axis] as number), 0) / middles.length) as [number, number]
  const spread = middles.reduce((sum, [u]) => sum + (u - x) ** 2, 0)
  return spread < 1 ? 0 : middles.reduce((sum, [u, v]) => sum + (u - x) * (v - y), 0) / spread
}

/** One letter alone is a sex; specks, rules and the folds of a portrait are not letters in a line. */
function isText({ left, right, top, bottom, letters, letterHeight }: TextPiece) {
  const [width, height] = [right - left, bottom - top]
  if (letters === 1 && width > 1.6 * height) return width > 2.5 * height && height < 4
  return letters > 1 ? height < 3.2 * letterHeight : height > 1.3 && height < 5 && width > 0.2 * height
}
