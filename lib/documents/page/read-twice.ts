import { type Picture, toGrey } from '../image/decode'
import type { MrzDocument } from '../mrz/parse'
import type { FieldName } from '../types'
import type { Piece } from './compose-lines'
import type { PageLine } from './find-values'
import { judgePage, linesInDoubt, type PageVerdict } from './judge-page'
import { readFirst } from './read-first'
import { readLetters } from './read-letters'
import { readLines } from './read-words'
import type { View } from './view'

/** The second look is a closer one, and in another light. */
const FIRST = { letterHeight: 24 }
const SECOND = { letterHeight: 34, squeeze: 1 }

/** Letters alone for names, figures too where numbers stand; a line that holds its caption as well may hold anything. */
const LOOKS: { fields: FieldName[]; only: string; apart?: true }[] = [
  { fields: ['surname', 'given_names', 'nationality', 'issuer'], only: '' },
  { fields: ['birth_date', 'expiry_date'], only: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789./- ' },
  { fields: ['sex'], only: 'MFX/' },
  { fields: ['document_number'], only: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', apart: true },
]

/** A date that is still in doubt is read like a number. */
const LAST_LOOKS: typeof LOOKS = [{ fields: ['birth_date', 'expiry_date'], only: 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789', apart: true }]

/**
 * Reads pieces of a page and compares them with the zone; what stays in doubt is read a second time, dates a third time.
 * @param toImage from the page to `picture`
 */
export async function readTwice(document: MrzDocument, pieces: readonly Piece[], picture: Picture, toImage: View['toImage']): Promise<PageVerdict> {
  const first = await readFirst(document, pieces, { source: toGrey(picture, 'strongest'), toImage, ...FIRST })
  const doubts = linesInDoubt(document, first)
  if (doubts.size === 0) return judgePage(document, first, null)
  const source = toGrey(picture, 'brightness')
  const lookAgain = async (read: readonly PageLine[], doubts: ReadonlyMap<PageLine, FieldName>, looks: typeof LOOKS) => {
    const again = new Map<PageLine, PageLine>()
    for (const { fields, only, apart } of looks) {
      const lines = [...doubts].filter(([line, field]) => (holdsCaption(line) ? only === '' : fields.includes(field))).map(([line]) => line)
      const seen = await (apart ? readLetters : readLines)(lines, { source, toImage, ...SECOND, only })
      for (const [index, line] of lines.entries()) again.set(line, seen[index] as PageLine)
    }
    return read.map((line) => again.get(line) ?? line)
  }
  const second = await lookAgain(first, doubts, LOOKS)
  const last = await lookAgain(second, linesInDoubt(document, second), LAST_LOOKS)
  return judgePage(document, first, last)
}

const holdsCaption = ({ words }: PageLine) => words.some(({ text }) => /[a-z]{2}/.test(text))
