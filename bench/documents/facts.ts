import { ISSUERS, type IssuerName } from './issuers'
import { NAMES } from './names'
import type { Random } from './random'

export type Format = 'TD1' | 'TD2' | 'TD3' | 'MRV-A' | 'MRV-B'

/** Everything that a document says. Names as the page prints them; dates `YYYY-MM-DD`. */
export type Facts = {
  format: Format
  /** `P`, `ID`, `V` … */
  code: string
  issuer: IssuerName
  number: string
  surname: string
  givenNames: string
  nationality: IssuerName
  birthDate: string
  sex: 'M' | 'F' | 'X'
  birthPlace: string
  issueDate: string
  expiryDate: string
  /** Empty where the issuer has none. */
  personalNumber: string
}

/** The day on which every measured document is looked at. */
export const TODAY = new Date('2026-11-21T00:00:00Z')

const CODES: Record<Format, readonly string[]> = {
  TD3: ['P', 'P', 'PO'],
  TD1: ['I', 'ID', 'C'],
  TD2: ['I', 'ID', 'AC'],
  'MRV-A': ['V', 'VC'],
  'MRV-B': ['V'],
}

/** Invents a person and a document of theirs. The person does not exist; the issuer's code may. */
export function inventFacts(random: Random, format: Format, issuer: IssuerName): Facts {
  const names = NAMES[ISSUERS[issuer].names]
  const sex = random.chance(0.02) ? 'X' : random.pick(['M', 'F'] as const)
  const given = sex === 'F' ? names.women : names.men
  const doubled = random.chance(0.4)
  const issueDate = day(random, 2018, 2026)
  const birthDate = day(random, 1938, 2008)
  return {
    format,
    code: random.pick(CODES[format]),
    issuer,
    number: inventNumber(random, ISSUERS[issuer].number),
    surname: random.chance(0.15)
      ? `${random.pick(names.families)}${random.pick(['-', ' '])}${random.pick(names.families)}`
      : random.pick(names.families),
    givenNames: doubled ? `${random.pick(given)} ${random.pick(given)}` : random.pick(given),
    nationality: issuer,
    birthDate,
    sex,
    birthPlace: random.pick(names.towns),
    issueDate: issueDate > '2026-10-28' ? '2026-05-06' : issueDate,
    expiryDate: dayBefore(issueDate, Math.max(10, 2027 - Number(issueDate.slice(0, 4)))),
    personalNumber: format === 'TD3' && random.chance(0.4) ? inventNumber(random, '99999999999') : '',
  }
}

function day(random: Random, firstYear: number, lastYear: number): string {
  const date = new Date(Date.UTC(random.whole(firstYear, lastYear), random.whole(0, 11), random.whole(1, 28)))
  return date.toISOString().slice(0, 10)
}

function dayBefore(date: string, years: number): string {
  const then = new Date(`${date}T00:00:00Z`)
  then.setUTCFullYear(then.getUTCFullYear() + years)
  then.setUTCDate(then.getUTCDate() - 1)
  return then.toISOString().slice(0, 10)
}

/** @param shape `A` for a letter, `9` for a digit, `N` for either */
export const inventNumber = (random: Random, shape: string) =>
  shape.replace(/[A9N]/g, (kind) =>
    random.pick([...(kind === '9' ? '0123456789' : kind === 'A' ? 'ABCDEFGHJKLMNPRSTUVWXYZ' : 'CFGHJKLMNPRTVWXYZ0123456789')]),
  )
