import { type Caption, captionAt } from './captions'
import type { Rectangle } from './view'

/** A run of text on one line, as one pass of the reader saw it. Millimetres. */
export type PageLine = Rectangle & {
  letterHeight: number
  words: readonly LineWord[]
}

/** Confidence is 0–100. */
export type LineWord = { text: string; confidence: number; left: number; right: number }

/** Words of a line that are no caption. */
export type Value = Rectangle & {
  line: PageLine
  /** As read, with spaces. */
  text: string
  /** Of its least sure word that has more than one character. */
  confidence: number
  letterHeight: number
  /** On the line of a caption, behind its stroke: perhaps a translation of the caption that no table has. */
  afterStroke: boolean
}

/** Captions of one field beside or under each other, in as many languages as there are. */
export type CaptionBlock = Rectangle & { caption: Caption; letterHeight: number; text: string }

export type PageText = { captions: CaptionBlock[]; values: Value[] }

/** `1.` or `(4a)` before a caption is its number. @see ICAO 9303-5 §3, numbered captions */
const NUMBERING = /^[([]?\d{1,2}[a-z]?[.)\]:]*$/i

/** Tells captions from values in every line. */
export function splitLines(lines: readonly PageLine[]): PageText {
  const captions: CaptionBlock[] = []
  const values: Value[] = []
  for (const line of lines) splitLine(line, captions, values)
  return { captions: joinTranslations(captions), values }
}

function splitLine(line: PageLine, captions: CaptionBlock[], values: Value[]) {
  const words = line.words.flatMap(apart)
  const texts = words.map(({ text }) => text)
  let [run, behindCaption, stroke] = [[] as LineWord[], false, false]
  const endRun = () => {
    const value = run.length > 0 ? joinRun(line, run, behindCaption && stroke) : undefined
    if (value) values.push(value)
    run = []
  }
  for (let at = 0; at < words.length; ) {
    const word = words[at] as LineWord
    const numbered = run.length === 0 && NUMBERING.test(word.text) ? 1 : 0
    const found = captionAt(texts, at + numbered)
    if (found && !isValueLike(line, words, at + numbered, found.words, found.caption)) {
      // What a stroke parts from a caption is the same in a language that no table has.
      const translation = !behindCaption && [word, run.at(-1)].some((before) => before?.text === '/') ? run : []
      if (translation.length > 0) run = []
      endRun()
      const own = [...translation, ...words.slice(at + numbered, at + numbered + found.words)]
      captions.push({ ...spanOf(line, own), caption: found.caption, letterHeight: line.letterHeight, text: found.text })
      ;[behindCaption, stroke] = [true, false]
      at += numbered + found.words
    } else if (/^[/|\\]$/.test(word.text)) {
      if (run.length === 0) stroke = true
      else run.push(word)
      at++
    } else {
      run.push(word)
      at++
    }
  }
  endRun()
}

/** Strokes stand for themselves: `Surname/Nom`. */
function apart({ text, confidence, left, right }: LineWord): LineWord[] {
  const parts = text.split(/(\/)/).filter((part) => part !== '')
  const width = (right - left) / Math.max(1, text.length)
  let at = left
  return parts.map((part) => {
    const word = { text: part, confidence, left: at, right: at + part.length * width }
    at = word.right
    return word
  })
}

/** `NAME`, `CODE` and `PASSPORT` alone in capital letters at the end of something else are rather a value of their own. */
function isValueLike(line: PageLine, words: readonly LineWord[], at: number, count: number, caption: Caption) {
  const text = words
    .slice(at, at + count)
    .map((word) => word.text)
    .join('')
  return caption !== 'other' && text.length <= 3 && text === text.toUpperCase() && line.words.length === 1 && !/^(NOM|SEX|DOB)$/.test(text)
}

const spanOf = ({ top, bottom }: PageLine, words: readonly LineWord[]): Rectangle => ({
  left: Math.min(...words.map(({ left }) => left)),
  right: Math.max(...words.map(({ right }) => right)),
  top,
  bottom,
})

function joinRun(line: PageLine, run: readonly LineWord[], afterStroke: boolean): Value | undefined {
  const words = run.filter(({ text, confidence }) => /[\p{Letter}\d]/u.test(text) || (text === '/' && confidence > 0))
  const spoken = words.filter(({ text }) => text !== '/')
  if (spoken.length === 0) return undefined
  const long = spoken.filter(({ text }) => text.length > 1)
  const confidence = Math.min(...(long.length > 0 ? long : spoken).map((word) => word.confidence))
  const text = words.map((word) => word.text).join(' ')
  return { ...spanOf(line, spoken), line, text, confidence, letterHeight: line.letterHeight, afterStroke }
}

/** A translation stands on the same line or on the next. */
function joinTranslations(captions: readonly CaptionBlock[]): CaptionBlock[] {
  const blocks: CaptionBlock[] = []
  for (const caption of [...captions].sort((one, other) => one.top - other.top || one.left - other.left)) {
    const first = blocks.find((block) => block.caption === caption.caption && isTranslation(block, caption))
    if (!first) blocks.push({ ...caption })
    else {
      first.right = Math.max(first.right, caption.right)
      first.left = Math.min(first.left, caption.left)
      first.bottom = Math.max(first.bottom, caption.bottom)
      first.text += caption.text
    }
  }
  return blocks
}

function isTranslation(block: CaptionBlock, caption: CaptionBlock) {
  const height = Math.max(block.letterHeight, caption.letterHeight)
  const gap = Math.max(caption.left - block.right, block.left - caption.right)
  const beside = overlapDown(block, caption) > 0.4 && gap < 6 * height
  const under = caption.top - block.bottom < 0.9 * height && caption.top > block.top && Math.abs(caption.left - block.left) < 3 * height
  return beside || under
}

function overlapDown(one: Rectangle, other: Rectangle) {
  const shared = Math.min(one.bottom, other.bottom) - Math.max(one.top, other.top)
  return shared / Math.min(one.bottom - one.top, other.bottom - other.top)
}

/** Heights of the value's letters that it may stand under its caption. */
const FAR_BELOW = 2.3
const MOST_LINES = 3

/** What stands in the place of a caption's value: right of it, then line by line under it, until the next caption. */
export function valuesOf(block: CaptionBlock, { captions, values }: PageText): { right: Value[]; below: Value[][] } {
  const besides = captions.filter((other) => other !== block && overlapDown(block, other) > 0.4 && other.left >= block.right - 1)
  const columnEnd = Math.min(...besides.map(({ left }) => left), Number.POSITIVE_INFINITY) - 0.5
  const right = values.filter((value) => overlapDown(block, value) > 0.4 && value.left >= block.right - 1 && value.left < columnEnd)
  const under = values.filter((value) => value.top > block.bottom - 0.45 * block.letterHeight && isInColumn(block, value, columnEnd))
  const below: Value[][] = []
  let lowest: Rectangle = block
  while (below.length < MOST_LINES) {
    const reach = lowest.bottom
    const free = under.filter(
      (value) => !below.flat().includes(value) && value.top - reach < FAR_BELOW * value.letterHeight && !isParted(lowest, value, captions, block),
    )
    const [nearest] = free.sort((one, other) => one.top - other.top)
    if (!nearest) break
    const row = free.filter((value) => overlapDown(nearest, value) > 0.5).sort((one, other) => one.left - other.left)
    below.push(row)
    lowest = nearest
  }
  return { right: right.sort((one, other) => one.left - other.left), below }
}

function isInColumn(block: CaptionBlock, value: Value, columnEnd: number) {
  return value.left < columnEnd && value.left > block.left - 4 * value.letterHeight && value.left < block.right + 6 * value.letterHeight
}

/** Another caption between them owns what is under it. */
function isParted(from: Rectangle, value: Value, captions: readonly CaptionBlock[], block: CaptionBlock) {
  return captions.some(
    (other) =>
      other !== block &&
      other.top > from.top + 0.2 &&
      (other.top + other.bottom) / 2 < (value.top + value.bottom) / 2 + 0.3 * value.letterHeight &&
      other.left < Math.max(value.right, block.right) &&
      other.right > Math.min(value.left, block.left),
  )
}
