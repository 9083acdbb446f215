import type { MrzDocument } from '../mrz/parse'
import { transliterate } from '../mrz/transliterate'
import type { Word } from './read-words'

export type VisualZoneVerdict = 'pass' | 'fail' | 'unclear'

/** A word read less surely proves nothing against the zone. */
const SURE = 80
/** Characters that readers mix up: no contradiction. */
const LOOKALIKES = ['0ODQ', '1IL7', '2Z', '5S', '6G', '8B', '4A', 'UV', 'MN', 'CG', 'EF', 'PR', '9G', '3B8']

/**
 * Compares what stands on the page with the machine-readable zone. Two agreeing fields pass. A field that is plainly
 * another one than the zone says fails. Anything else is unclear: layouts differ, and many cards have their fields on
 * the other side.
 */
export function judgeVisualZone(document: MrzDocument, words: readonly Word[]): VisualZoneVerdict {
  const page = normalise(words)
  const number = judgeNumber(document.documentNumber.replaceAll(' ', ''), page)
  const dates = datesIn(page)
  const birth = document.birthDate?.length === 10 ? judgeDate(document.birthDate, dates) : 'absent'
  const expiry = judgeDate(document.expiryDate, dates)
  const verdicts = [number, birth, expiry]
  if (verdicts.includes('contradicted')) return 'fail'
  const surname = hasName(document.surname, page)
  const givenNames = hasName(document.givenNames, page)
  const agreeing = verdicts.filter((verdict) => verdict === 'found').length
  // All else was read to the letter, so a name that is nowhere is not a matter of a poor picture.
  if (agreeing === verdicts.length && (!surname || (!givenNames && !document.namesTruncated))) return 'fail'
  return agreeing + Number(surname) >= 2 ? 'pass' : 'unclear'
}

type FieldVerdict = 'found' | 'contradicted' | 'absent'
type PageWord = { text: string; sure: boolean }

const normalise = (words: readonly Word[]): PageWord[] =>
  words
    .map(({ text, confidence }) => ({ text: withoutAccents(text).replace(/[^A-Z0-9]+/g, ' ').trim(), sure: confidence >= SURE }))
    .flatMap(({ text, sure }) => text.split(' ').map((part) => ({ text: part, sure })))
    .filter(({ text }) => text !== '')

function withoutAccents(text: string) {
  try {
    return transliterate(text)
  } catch {
    return text.toUpperCase()
  }
}

/** A sure word that differs in one or two places, and not by a lookalike, is another number. */
function judgeNumber(number: string, page: readonly PageWord[]): FieldVerdict {
  if (page.some(({ text }) => text === number || text.includes(number))) return 'found'
  const near = page.filter(({ text, sure }) => sure && text.length === number.length && differences(text, number).length <= 2)
  if (near.some(({ text }) => differences(text, number).every(([one, other]) => looksAlike(one, other)))) return 'found'
  return near.some(({ text }) => differences(text, number).every(([one, other]) => !looksAlike(one, other))) ? 'contradicted' : 'absent'
}

const differences = (one: string, other: string) =>
  [...one].flatMap((character, index) => (character === other[index] ? [] : [[character, other[index] as string] as const]))

const looksAlike = (one: string, other: string) => LOOKALIKES.some((group) => group.includes(one) && group.includes(other))

type PageDate = { year: number; month: number; day: number; sure: boolean }

/** A sure date that differs from the zone's in the day, the month or the year alone is another date. */
function judgeDate(date: string, dates: readonly PageDate[]): FieldVerdict {
  const [year, month, day] = date.split('-').map(Number) as [number, number, number]
  const alike = (found: PageDate) => Number(found.year === year) + Number(found.month === month) + Number(found.day === day)
  if (dates.some((found) => alike(found) === 3)) return 'found'
  return dates.some((found) => found.sure && alike(found) === 2 && !mayBeMisread(found, { year, month, day })) ? 'contradicted' : 'absent'
}

/** Digits such as 3 and 8 or 1 and 7 are mixed up even when a reader is sure. */
function mayBeMisread(found: PageDate, expected: Omit<PageDate, 'sure'>) {
  const digits = ({ year, month, day }: Omit<PageDate, 'sure'>) => `${year}${String(month).padStart(2, '0')}${String(day).padStart(2, '0')}`
  return differences(digits(found), digits(expected)).every(([one, other]) => looksAlike(one, other))
}

const MONTHS = ['JAN', 'FEB', 'MAR', 'APR', 'MAY', 'JUN', 'JUL', 'AUG', 'SEP', 'OCT', 'NOV', 'DEC']

/** Dates written day first, year first, or with the month's English name, in neighbouring words. */
function datesIn(page: readonly PageWord[]): PageDate[] {
  const windows = page.flatMap((_, start) => [1, 2, 3, 4].map((length) => page.slice(start, start + length)))
  return windows.flatMap((window) => {
    const date = parseDate(window.map(({ text }) => text).join(' '))
    return date ? [{ ...date, sure: window.every(({ sure }) => sure) }] : []
  })
}

function parseDate(text: string): Omit<PageDate, 'sure'> | undefined {
  const dayFirst = /^(\d{2}) ?(\d{2}) ?(\d{4})$/.exec(text)
  if (dayFirst) return plausible(Number(dayFirst[3]), Number(dayFirst[2]), Number(dayFirst[1]))
  const yearFirst = /^(\d{4}) (\d{2}) (\d{2})$/.exec(text)
  if (yearFirst) return plausible(Number(yearFirst[1]), Number(yearFirst[2]), Number(yearFirst[3]))
  const named = /^(\d{2}) ?([A-Z]{3})[A-Z]* ?(?:[A-Z]{3,} )?(\d{4})$/.exec(text)
  return named ? plausible(Number(named[3]), MONTHS.indexOf(named[2] as string) + 1, Number(named[1])) : undefined
}

const plausible = (year: number, month: number, day: number) =>
  year > 1900 && year < 2100 && month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { year, month, day } : undefined

/** Every part of a name stands on the page, give or take a fifth of its letters. */
function hasName(name: string, page: readonly PageWord[]) {
  if (name === '') return true
  const whole = page.map(({ text }) => text).join('')
  return name.split(' ').some((part) => whole.includes(part) || page.some(({ text }) => distance(text, part) <= Math.max(1, Math.floor(part.length / 4))))
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
