import { mixesScripts, nameFault } from '#lib/core/name-rules'
import { transliteratesTo } from '#lib/documents/mrz/transliterate'
import { profileSchema } from '#lib/users/schema'
import { asWritten, type Names, type StagedReading } from '../staged-reading'

/** Where a name was read: in the machine-readable zone, or in what is printed above it. */
export type Source = 'zone' | 'page'

/** What the person says of the names that were read: their spelling and, where there are two readings, the right one. */
export type NamesAnswer = Names & { sources?: Partial<Record<keyof Names, Source>> }

export type NamesVerdict = { ok: true; names: Names } | { ok: false; wrong: keyof Names; isUnchosen: boolean }

/** The readings of a name; `page` is null where both say the same. */
export function readingsOf({ givenNames, surname, pageNames }: StagedReading): Record<keyof Names, { zone: string; page: string | null }> {
  const both = (zone: string, page: string | undefined) => ({ zone, page: page === undefined || page === zone ? null : page })
  return { given_name: both(givenNames, pageNames?.givenNames), family_name: both(surname, pageNames?.surname) }
}

/**
 * Whether the names are those of the document: of two readings the person chooses, and a spelling may be corrected as long
 * as it is written in a zone the way that was read, in letters of one script. Spec: Claims. @see UTS 39 §5.2
 */
export function judgeNames(answer: NamesAnswer, reading: StagedReading): NamesVerdict {
  const readings = readingsOf(reading)
  const names: Names = { given_name: '', family_name: '' }
  for (const name of ['given_name', 'family_name'] as const) {
    const { zone, page } = readings[name]
    const source = page === null ? 'zone' : answer.sources?.[name]
    if (source === undefined) return { ok: false, wrong: name, isUnchosen: true }
    const read = source === 'page' ? (page ?? zone) : zone
    // Of two readings the chosen one is spelled as usual where nothing else is typed in.
    const spelling = page !== null && answer[name] === '' ? asWritten(read) : answer[name]
    const isCut = source === 'zone' && reading.namesTruncated
    if (!fits(spelling, read, isCut)) return { ok: false, wrong: name, isUnchosen: false }
    names[name] = spelling
  }
  // One alphabet for both, or a letter of another one hides in the shorter.
  if (mixesScripts(`${names.given_name} ${names.family_name}`)) return { ok: false, wrong: 'family_name', isUnchosen: false }
  return { ok: true, names }
}

const fits = (spelling: string, read: string, isCut: boolean) =>
  spelling === ''
    ? read === ''
    : profileSchema.shape.given_name.safeParse(spelling).success && nameFault(spelling) === null && transliteratesTo(spelling, read, isCut)
