import type { MrzDocument } from '../mrz/parse'
import { transliterate } from '../mrz/transliterate'
import type { Word } from './read-words'

export type VisualZoneVerdict = 'pass' | 'fail' | 'unclear'

/** A word read less surely proves nothing against the zone. */
const SURE = 80
/** Nothing in a number tells its reader what comes next, so that a misread one may look surer than it is. */
const SURE_NUMBER = 90
/** A date has a shape of its own, and short words count as less sure: on average its words need only this. */
const SURE_DATE = 60
/** No document is issued longer before it expires. */
const LONGEST_VALIDITY_YEARS = 15
/** Characters that readers mix up: no contradiction. */
const LOOKALIKES = ['0ODQ', '1IJL7', '27Z', '35S', '56G', '689B', '4A', '08', 'UV', 'MN', 'CG', 'EF', 'PR', '9G', '38B']

/**
 * Compares what stands on the page with the machine-readable zone. Two agreeing fields pass. A field that is plainly
 * another one than the zone says fails. Anything else is unclear: layouts differ, and many cards have their fields on
 * the other side.
 */
export function judgeVisualZone(document: MrzDocument, words: readonly Word[]): VisualZoneVerdict {
  const page = normalise(words)
  const number = judgeNumber(document.documentNumber.replaceAll(' ', ''), page)
  const dates = datesIn(page)
  const birth = judgeBirthDate(document, dates)
  const expiry = judgeExpiryDate(document, dates)
  const verdicts = [number, birth, expiry]
  if (verdicts.includes('contradicted')) return 'fail'
  const surname = judgeName(document.surname, /^SURNAME/, page)
  const givenNames = document.namesTruncated ? 'absent' : judgeName(document.givenNames, /^(NAMES?|FORENAMES?)$/, page)
  if (surname === 'contradicted' || givenNames === 'contradicted') return 'fail'
  const agreeing = [...verdicts, surname].filter((verdict) => verdict === 'found').length
  return agreeing >= 2 && !verdicts.includes('doubtful') ? 'pass' : 'unclear'
}

type FieldVerdict = 'found' | 'contradicted' | 'doubtful' | 'absent'
type PageWord = { text: string; confidence: number }

const normalise = (words: readonly Word[]): PageWord[] =>
  words
    .map(({ text, confidence }) => ({
      text: withoutAccents(text)
        .replace(/[^A-Z0-9]+/g, ' ')
        .trim(),
      confidence,
    }))
    .flatMap(({ text, confidence }) => text.split(' ').map((part) => ({ text: part, confidence })))
    .filter(({ text }) => text !== '')

function withoutAccents(text: string) {
  try {
    return transliterate(text)
  } catch {
    return text.toUpperCase()
  }
}

/**
 * A sure word that differs in one or two places, and not by a lookalike, is another number. A reader of words takes a
 * digit among letters for some letter, however sure it is: that proves nothing either way.
 */
function judgeNumber(number: string, page: readonly PageWord[]): FieldVerdict {
  if (page.some(({ text }) => text === number || text.includes(number))) return 'found'
  const near = page
    .filter(({ text, confidence }) => confidence >= SURE_NUMBER && text.length === number.length)
    .map(({ text }) => differences(text, number))
    .filter(({ length }) => length <= 2)
  if (near.some((pairs) => pairs.every(([one, other]) => looksAlike(one, other)))) return 'found'
  if (near.some((pairs) => pairs.every(([one, other]) => isDigit(one) === isDigit(other) && !looksAlike(one, other)))) return 'contradicted'
  return near.length > 0 ? 'doubtful' : 'absent'
}

const isDigit = (character: string) => /\d/.test(character)

const differences = (one: string, other: string) =>
  [...one].flatMap((character, index) => (character === other[index] ? [] : [[character, other[index] as string] as const]))

const looksAlike = (one: string, other: string) => LOOKALIKES.some((group) => group.includes(one) && group.includes(other))

type CalendarDate = { year: number; month: number; day: number }
type PageDate = CalendarDate & { sure: boolean }

/** A date of birth that differs in the day, the month or the year alone. Recent ones may be the day of issue. */
function judgeBirthDate({ birthDate, expiryDate }: MrzDocument, dates: readonly PageDate[]): FieldVerdict {
  if (birthDate?.length !== 10) return 'absent'
  const born = calendarDate(birthDate)
  if (dates.some((date) => equalParts(date, born) === 3)) return 'found'
  const earliestIssue = calendarDate(expiryDate).year - LONGEST_VALIDITY_YEARS
  return nearMisses(dates, born).some(({ year }) => year < earliestIssue) ? 'contradicted' : 'absent'
}

/** Documents are often issued on the same day of another year, so that another year alone proves nothing. */
function judgeExpiryDate({ expiryDate }: MrzDocument, dates: readonly PageDate[]): FieldVerdict {
  const expires = calendarDate(expiryDate)
  if (dates.some((date) => equalParts(date, expires) === 3)) return 'found'
  const near = nearMisses(dates, expires)
  if (near.some(({ year }) => year === expires.year)) return 'contradicted'
  return near.length > 0 ? 'doubtful' : 'absent'
}

const nearMisses = (dates: readonly PageDate[], expected: CalendarDate) =>
  dates.filter((date) => date.sure && equalParts(date, expected) === 2 && !mayBeMisread(date, expected))

const equalParts = (one: CalendarDate, other: CalendarDate) =>
  Number(one.year === other.year) + Number(one.month === other.month) + Number(one.day === other.day)

function calendarDate(text: string): CalendarDate {
  const [year, month, day] = text.split('-').map(Number) as [number, number, number]
  return { year, month, day }
}

/** Digits such as 3 and 8 or 1 and 7 are mixed up even when a reader is sure. */
function mayBeMisread(found: CalendarDate, expected: CalendarDate) {
  const digits = ({ year, month, day }: CalendarDate) => `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
  return differences(digits(found), digits(expected)).every(([one, other]) => looksAlike(one, other))
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** Dates written day first, year first, or with the month's English name, in neighbouring words. */
function datesIn(page: readonly PageWord[]): PageDate[] {
  const windows = page.flatMap((_, start) => [1, 2, 3, 4].map((length) => page.slice(start, start + length)))
  return windows.flatMap((window) => {
    const date = parseDate(window.map(({ text }) => text).join(' '))
    const confidence = window.reduce((sum, word) => sum + word.confidence, 0) / window.length
    return date ? [{ ...date, sure: confidence >= SURE_DATE }] : []
  })
}

function parseDate(text: string): CalendarDate | undefined {
  const dayFirst = /^(\d{2}) ?(\d{2}) ?(\d{4})$/.exec(text)
  if (dayFirst) return plausible(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]))
  const yearFirst = /^(\d{4}) (\d{2}) (\d{2})$/.exec(text)
  if (yearFirst) return plausible(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const named = /^(\d{2}) ?([A-Z]{3})[A-Z]* ?(?:[A-Z]{3,} )?(\d{4})$/.exec(text)
  return named ? plausible(Number(named[3]), MONTHS.indexOf(named[2] as string) + 1, Number(named[1])) : undefined
}

const plausible = (year: number, month: number, day: number) =>
  year > 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : undefined

/** Words that stand between a label and its value, in the languages that passports are printed in. */
const LABELS =
  /^(GIVEN|FORE|SUR|FIRST|LAST)?NAMES?$|^(GIVEN|NOM|PRENOMS?|APELLIDOS?|NOMBRES?|NATIONALITY|SEX|DATE|PASSPORT|NUMBER|CARD|OF|BIRTH|DOCUMENT|NO|ISSUE|EXPIRY|AND|ET|PLACE)$/

/**
 * The word under a label, surely read, that is not like the name: another name. Readers lose words and the ends of
 * words, so neither absence nor a beginning proves anything.
 */
function judgeName(name: string, label: RegExp, page: readonly PageWord[]): FieldVerdict {
  if (name === '' || hasName(name, page)) return name === '' ? 'absent' : 'found'
  const values = page.flatMap(({ text }, index) => (label.test(text) ? [page[index + 1]] : []))
  const beginnings = name.split(' ').map((part) => part.slice(0, 2))
  const other = values.some(
    (word) =>
      word && word.confidence >= SURE && /^[A-Z]{3,}$/.test(word.text) && !LABELS.test(word.text) && !beginnings.includes(word.text.slice(0, 2)),
  )
  return other ? 'contradicted' : 'absent'
}

/** Some part of a name stands on the page, give or take a third of its letters, or at least half of it in one piece. */
function hasName(name: string, page: readonly PageWord[]) {
  const whole = page.map(({ text }) => text).join('')
  const found = (part: string) =>
    page.some(({ text }) => distance(text, part) <= Math.max(1, Math.floor(part.length / 3))) ||
    longestPiece(part, whole) >= Math.max(4, part.length / 2)
  return [name, withoutUmlauts(name)].flatMap((spelling) => spelling.split(' ')).some(found)
}

/** The page has one letter where the zone has two, and a reader of English takes it for the plain one. */
const withoutUmlauts = (name: string) => name.replace(/([AOU])E/g, '$1').replaceAll('AA', 'A')

function longestPiece(part: string, whole: string): number {
  for (let length = part.length; length > 0; length--) {
    for (let start = 0; start + length <= part.length; start++) if (whole.includes(part.slice(start, start + length))) return length
  }
  return 0
}

/** @see Levenshtein 1966 */
function distance(one: string, other: string): number {
  let row = Array.from({ length: other.length + 1 }, (_, index) => index)
  for (let i = 1; i <= one.length; i++) {
    const next = [i]
    for (let j = 1; j <= other.length; j++) {
      const change = (row[j - 1] as number) + (one[i - 1] === other[j - 1] ? 0 : 1)
      next.push(Math.min(change, (row[j] as number) + 1, (next[j - 1] as number) + 1))
    }
    row = next
  }
  return row.at(-1) as number
}
