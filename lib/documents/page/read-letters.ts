import type { GreyImage } from '../image/grey'
import { inkComponents } from '../image/ink-components'
import { evenContrast, type Piece, pad } from './compose-lines'
import type { LineWord, PageLine } from './find-values'
import { type Look, recognise } from './read-words'
import { samplePatch } from './view'

/** The borders of one letter on a patch of its line. */
type Letter = { left: number; right: number; top: number; bottom: number; patch: GreyImage; perMillimetre: number; start: number }

/** In heights of a letter: what one letter gets on a sheet, the least height of one, and the gap that parts words. */
const [PITCH, LEAST, GAP, WIDEST] = [1.9, 0.55, 0.42, 1.5]
/** Letters are darker than this share of the mean around them. */
const INK = 0.75

/**
 * Reads pieces of text letter by letter: a reader of words guesses a letter from its neighbours, which is worth nothing in
 * a number, and sees two where there is one. What is no letter or digit is lost.
 */
export async function readLetters(pieces: readonly Piece[], { source, toImage, letterHeight, only }: Omit<Look, 'squeeze'>): Promise<PageLine[]> {
  const rows = pieces.map((piece) => lettersOf(piece, pieces, { source, toImage, letterHeight }))
  const all = rows.flat()
  if (all.length === 0) return pieces.map((piece) => ({ ...piece, words: [] }))
  const pitch = Math.round(PITCH * letterHeight)
  const [width, height] = [4 * pitch, (all.length + 1) * pitch]
  const sheet = { data: new Uint8Array(width * height).fill(255), width, height }
  // Beside others it would still be guessed from them, and alone a letter may be taken for a stain: it stands beside itself.
  const middle = (letter: Letter) => (all.indexOf(letter) + 1) * pitch
  for (const letter of all) {
    const [left, top] = [Math.round((width - letter.right + letter.left) / 2), Math.round(middle(letter) - (letter.bottom - letter.top) / 2)]
    for (const side of [-1, 1]) paste(sheet, letter, left + Math.round((side * pitch) / 2), top)
  }
  const seen = (await recognise(sheet, only)).flatMap(({ symbols }) => symbols)
  const read = (letter: Letter): Mark => {
    const here = seen.filter(({ bbox }) => Math.abs((bbox.y0 + bbox.y1) / 2 - middle(letter)) < pitch / 2)
    const sides = [here.filter(({ bbox }) => bbox.x0 + bbox.x1 < width), here.filter(({ bbox }) => bbox.x0 + bbox.x1 >= width)].map((symbols) => ({
      letter,
      text: symbols.map(({ text }) => text).join(''),
      confidence: Math.min(100, ...symbols.map(({ confidence }) => confidence)),
    }))
    const [surest] = sides.filter(({ text }) => text !== '').sort((one, other) => other.confidence - one.confidence)
    return surest ?? { letter, text: isBar(letter) ? 'I' : '', confidence: isBar(letter) ? SURE_BAR : 0 }
  }
  return pieces.map((piece, row) => ({ ...piece, words: joinMarks((rows[row] as Letter[]).map(read), letterHeight) }))
}

/** A reader of words takes a stroke alone for a rule; on a page it can be no other letter. */
const isBar = ({ left, right, top, bottom }: Letter) => right - left < BAR * (bottom - top)
const [BAR, SURE_BAR] = [0.35, 70]

function lettersOf(piece: Piece, pieces: readonly Piece[], { source, toImage, letterHeight }: Omit<Look, 'only' | 'squeeze'>): Letter[] {
  const perMillimetre = letterHeight / piece.letterHeight
  const padded = pad(piece, pieces)
  const patch = evenContrast(samplePatch(source, padded, perMillimetre, toImage))
  const boxes = inkComponents(patch, { window: Math.round(1.2 * letterHeight), share: INK })
    .filter(({ left, right, top, bottom }) => bottom - top + 1 >= LEAST * letterHeight && right - left < WIDEST * letterHeight)
    .sort((one, other) => one.left - other.left)
  const spans: Pick<Letter, 'left' | 'right' | 'top' | 'bottom'>[] = []
  for (const { left, right, top, bottom } of boxes) {
    const last = spans.at(-1)
    // What stands over each other is one letter: strokes that the camera parted.
    if (last && last.right - left > 0.5 * Math.min(right - left, last.right - last.left))
      Object.assign(last, { right: Math.max(last.right, right), top: Math.min(last.top, top), bottom: Math.max(last.bottom, bottom) })
    else spans.push({ left, right, top, bottom })
  }
  return spans.map((span) => ({ ...span, patch, perMillimetre, start: padded.left }))
}

/** With a pixel around it; what stands above and below belongs to other lines. */
function paste(sheet: GreyImage & { data: Uint8Array }, { left, right, top, bottom, patch }: Letter, atX: number, atY: number) {
  const [from, to] = [Math.max(0, left - 1), Math.min(patch.width, right + 2)]
  for (let y = Math.max(0, top - 1); y < Math.min(patch.height, bottom + 2); y++) {
    sheet.data.set(patch.data.subarray(y * patch.width + from, y * patch.width + to), (atY + y - top) * sheet.width + atX)
  }
}

type Mark = { letter: Letter; text: string; confidence: number }

/** Letters with no gap between them are one word; it is as sure as its least sure letter. */
function joinMarks(marks: readonly Mark[], letterHeight: number): LineWord[] {
  const words: Mark[][] = []
  for (const mark of marks) {
    const before = words.at(-1)?.at(-1)
    if (before && mark.letter.left - before.letter.right < GAP * letterHeight) words.at(-1)?.push(mark)
    else words.push([mark])
  }
  return words.map((word) => {
    const [first, last] = [word[0] as Mark, word.at(-1) as Mark]
    const place = ({ start, perMillimetre }: Letter, x: number) => start + x / perMillimetre
    return {
      text: word.map(({ text }) => text).join(''),
      confidence: Math.min(...word.map(({ confidence }) => confidence)),
      left: place(first.letter, first.letter.left),
      right: place(last.letter, last.letter.right + 1),
    }
  })
}
