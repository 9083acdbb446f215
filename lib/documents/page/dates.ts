import { areAlikeDigits, type Likeness, lettersOf } from './compare-text'

/** As printed: a year may have two digits, and a month's short name may be that of two months in two languages. */
export type PrintedDate = { year: string; months: number[]; day: string }

/** Languages whose names of months stand on documents. */
const LANGUAGES = 'en fr es de it pt nl pl cs sk sl hr sr-Latn bs hu ro sv da nb fi et lv lt tr sq is ga mt id ms ca az uz tk cy lb'.split(' ')
/** What documents print and no language's own abbreviation covers. */
const BESIDES: Record<string, number> = {
  SEPT: 9,
  AOU: 8,
  JUIL: 7,
  FEV: 2,
  FEVR: 2,
  AVR: 4,
  MRT: 3,
  MRZ: 3,
  MAI: 5,
  OKT: 10,
  DEZ: 12,
  DIC: 12,
  ENE: 1,
  ABR: 4,
  AGO: 8,
  PAZ: 10,
  STY: 1,
  LUT: 2,
}
const SHORTEST = 3

/** Whole names and abbreviations, to the months they may mean. */
const MONTHS = namesOfMonths()

function namesOfMonths() {
  const months = new Map<string, Set<number>>()
  const add = (name: string, month: number) => {
    if (name.length >= SHORTEST) months.set(name, (months.get(name) ?? new Set()).add(month))
  }
  for (const language of LANGUAGES) {
    for (let month = 1; month <= 12; month++) {
      const day = new Date(Date.UTC(2024, month - 1, 15))
      for (const style of ['long', 'short'] as const) {
        const alone = lettersOf(new Intl.DateTimeFormat(language, { month: style, timeZone: 'UTC' }).format(day))
        const within = new Intl.DateTimeFormat(language, { day: 'numeric', month: style, timeZone: 'UTC' }).formatToParts(day)
        const bent = lettersOf(within.find(({ type }) => type === 'month')?.value ?? '')
        for (const name of [alone, bent]) {
          add(name, month)
          add(name.slice(0, SHORTEST), month)
          add(name.slice(0, SHORTEST + 1), month)
        }
      }
    }
  }
  for (const [name, month] of Object.entries(BESIDES)) add(name, month)
  return months
}

const AS_LETTERS: Record<string, string> = { 0: 'O', 1: 'I', 5: 'S', 6: 'G', 8: 'B', 4: 'A' }
const AS_DIGITS: Record<string, string> = { O: '0', Q: '0', D: '0', I: '1', L: '1', Z: '2', S: '5', B: '8' }

function monthsNamed(text: string): number[] {
  const name = lettersOf([...text].map((character) => AS_LETTERS[character] ?? character).join(''))
  return [...(MONTHS.get(name) ?? [])]
}

/**
 * Every date in a line of a page, in the orders of the standard and some more: `12 AUG/AOUT 74`, `01.03.2012`,
 * `2012 03 01`, `MAR 01 2012`.
 * @see ICAO 9303-3 §4.6
 */
export function datesIn(line: string): PrintedDate[] {
  const parts = partsOf(line)
  return parts.flatMap((part, at) => dateAt(parts.slice(at, at + 6)) ?? dateAt(eightDigits(part, parts[at + 1])) ?? [])
}

/** Numbers and words; what clings together in reading comes apart where letters end. */
function partsOf(line: string): string[] {
  const plain = line
    .toUpperCase()
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
  const words = plain.match(/[A-Z0-9|]+/g) ?? []
  return words.flatMap((word) => splitWord(word.replaceAll('|', '1')))
}

function splitWord(word: string): string[] {
  const named = /^([0-9OQDILZSB]{1,2})([A-Z0-9]{3,9}?)([0-9OQILZSB]{2}|[0-9OQILZSB]{4})$/.exec(word)
  if (named && /[A-Z]/.test(named[2] as string) && monthsNamed(named[2] as string).length > 0) {
    return [asDigits(named[1] as string), named[2] as string, asDigits(named[3] as string)]
  }
  const digits = asDigits(word)
  if (/\d/.test(word) && /^\d+$/.test(digits)) return digits.length === 8 ? splitEight(digits) : [digits]
  if (monthsNamed(word).length > 0) return [word]
  return word.match(/[A-Z]+|\d+/g) ?? []
}

const asDigits = (text: string) => [...text].map((character) => AS_DIGITS[character] ?? character).join('')

function splitEight(digits: string): string[] {
  const yearFirst = /^(19|20)\d\d(0[1-9]|1[0-2])([0-2]\d|3[01])$/.test(digits)
  return yearFirst ? [digits.slice(0, 4), digits.slice(4, 6), digits.slice(6)] : [digits.slice(0, 2), digits.slice(2, 4), digits.slice(4)]
}

/** A date printed with spaces, of which a reader saw one only. */
const eightDigits = (first: string, second = '') => (/^\d{8}$/.test(first + second) ? splitEight(first + second) : [])

const isDay = (text = '') => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 31
const isMonth = (text = '') => /^\d{1,2}$/.test(text) && Number(text) >= 1 && Number(text) <= 12
const isYear = (text = '') => /^(19|20)\d\d$/.test(text) || /^\d\d$/.test(text)
const isLongYear = (text = '') => /^(19|20)\d\d$/.test(text)

function dateAt([first = '', second = '', ...rest]: string[]): PrintedDate | undefined {
  if (isDay(first) && /[A-Z]/.test(second)) return namedDate(first, [second, ...rest])
  if (isDay(first) && isMonth(second) && isYear(rest[0])) return { day: first, months: [Number(second)], year: rest[0] as string }
  if (isLongYear(first) && isMonth(second) && isDay(rest[0])) return { year: first, months: [Number(second)], day: rest[0] as string }
  if (monthsNamed(first).length > 0 && isDay(second) && isLongYear(rest[0]))
    return { day: second, months: monthsNamed(first), year: rest[0] as string }
  return undefined
}

/** `12 AUG 74`, `12 AUG/AOUT 74`, `12 08 AUG 1974`: the month may be named two or three times, each time in a language. */
function namedDate(day: string, following: readonly string[]): PrintedDate | undefined {
  let months: number[] | undefined
  for (const part of following.slice(0, 4)) {
    const meant = monthsNamed(part)
    if (meant.length > 0) {
      const both = months?.filter((month) => meant.includes(month))
      months = both && both.length > 0 ? both : (months ?? meant)
    } else if (isYear(part)) return months ? { day, months, year: part } : undefined
    else if (/^\d+$/.test(part)) return undefined
  }
  return undefined
}

/** @param date of the zone: `YYYY-MM-DD`, or less when the issuer does not know more */
export function compareDates(printed: PrintedDate, date: string): Likeness {
  const [year = '', month, day] = date.split('-')
  const wantedYear = printed.year.length === 2 ? year.slice(2) : year
  const sameMonth = month === undefined || printed.months.includes(Number(month))
  const [years, days] = [compareDigits(printed.year, wantedYear), day === undefined ? 'same' : compareDigits(printed.day, day)]
  if (sameMonth && years === 'same' && days === 'same') return 'same'
  const monthsAlike = sameMonth || printed.months.some((found) => areAlikeMonths(found, Number(month)))
  return monthsAlike && years !== 'unlike' && days !== 'unlike' ? 'near' : 'unlike'
}

/** `JAN`, `JUN` and `JUL`, `MAR` and `MAY` differ in one letter, others in numbers, in one digit. */
const ALIKE_MONTHS = ['1 6', '6 7', '3 5', '1 7', '3 8', '5 6', '6 8', '8 9', '10 12', '11 12', '1 11', '10 11', '2 7', '2 12']
const areAlikeMonths = (one: number, other: number) => ALIKE_MONTHS.includes(`${Math.min(one, other)} ${Math.max(one, other)}`)

function compareDigits(found: string, wanted: string): 'same' | 'near' | 'unlike' {
  if (Number(found) === Number(wanted)) return 'same'
  // A digit lost beside its twin.
  if (found.length < wanted.length) return wanted.includes(found) ? 'near' : 'unlike'
  const alike = [...found].every((digit, index) => digit === wanted[index] || areAlikeDigits(digit, wanted[index] as string))
  return alike && found.length === wanted.length ? 'near' : 'unlike'
}
