import { type Picture, toGrey } from '../image/decode'
import type { MrzDocument } from '../mrz/parse'
import type { FieldName } from '../types'
import type { Piece } from './compose-lines'
import type { PageLine } from './find-values'
import { judgePage, linesInDoubt, type PageVerdict } from './judge-page'
import { readLines } from './read-words'
import type { View } from './view'

/** Pixels that letters get. The second look is a closer one, and in another light. */
const LETTER_HEIGHT = { first: 24, second: 34 }

/** Letters alone for names, figures too where numbers stand; a line that holds its caption as well may hold anything. */
const LOOKS: { fields: FieldName[]; only: string }[] = [
  { fields: ['surname', 'given_names', 'nationality', 'issuer'], only: '' },
  { fields: ['document_number', 'birth_date', 'expiry_date'], only: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./- ' },
  { fields: ['sex'], only: 'MFX/' },
]

/**
 * Reads pieces of a page and compares them with the zone; what stays in doubt is read a second time.
 * @param toImage from the page to `picture`
 */
export async function readTwice(document: MrzDocument, pieces: readonly Piece[], picture: Picture, toImage: View['toImage']): Promise<PageVerdict> {
  const first = await readLines(pieces, { source: toGrey(picture, 'strongest'), toImage, letterHeight: LETTER_HEIGHT.first })
  const doubts = linesInDoubt(document, first)
  if (doubts.size === 0) return judgePage(document, first, null)
  const source = toGrey(picture, 'brightness')
  const again = new Map<PageLine, PageLine>()
  for (const { fields, only } of LOOKS) {
    const lines = [...doubts].filter(([line, field]) => (holdsCaption(line) ? only === '' : fields.includes(field))).map(([line]) => line)
    const read = await readLines(lines, { source, toImage, letterHeight: LETTER_HEIGHT.second, only })
    for (const [index, line] of lines.entries()) again.set(line, read[index] as PageLine)
  }
  return judgePage(
    document,
    first,
    first.map((line) => again.get(line) ?? line),
  )
}

const holdsCaption = ({ words }: PageLine) => words.some(({ text }) => /[a-z]{2}/.test(text))
