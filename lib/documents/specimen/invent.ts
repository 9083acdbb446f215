import { TEST_ISSUER } from '../mrz/issuers'
import type { DocumentFormat } from '../types'
import { integerBetween, oneOf, type Random, seededRandom } from './random'

/** Somebody who does not exist. */
export type InventedPerson = {
  /** As the person writes it, with accents. */
  surname: string
  givenNames: string
  sex: 'M' | 'F' | 'X'
  /** `YYYY-MM-DD` */
  birthDate: string
  /** Decides what the person looks like. */
  faceSeed: number
}

export type InventedDocument = {
  format: DocumentFormat
  documentCode: string
  issuer: string
  nationality: string
  documentNumber: string
  optional: string
  issueDate: string
  expiryDate: string
  person: InventedPerson
}

const SURNAMES = [
  ...['Żeleńska', 'Nowak', 'Ståhl', 'Okonkwo', 'Müller', 'Ferreira', 'Dvořák', "O'Meara", 'Quist', 'Yılmaz', 'Vázquez', 'Łącki', 'Bergström', 'Xu'],
  ...[
    'Van den Berg',
    'Szabó',
    'Jørgensen',
    'Petrović',
    'Haddad',
    'Fitz-Gerald',
    'Zawadzka',
    'Kowalczyk',
    'Ibáñez',
    'Grünwald',
    'Thọ',
    'Wojciechowska',
  ],
]
const GIVEN_NAMES = {
  F: [
    'Anna',
    'Zofia',
    'Maja',
    'Ingrid',
    'Chiara',
    'Beatriz',
    'Amélie',
    'Yara',
    'Hanna',
    'Klára',
    'Judith',
    'Wanda',
    'Xenia',
    'Ożanna',
    'Ruth',
    'Paula',
  ],
  M: ['Jan', 'Łukasz', 'Olaf', 'Tomás', 'Emre', 'Kwame', 'Bjørn', 'Víctor', 'Felix', 'Pavel', 'Hugo', 'Zbigniew', 'Quentin', 'Gérard', 'Ivan', 'Max'],
}
const NUMBER_CHARACTERS = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789'

export function inventPerson(seed: number, wishes: Partial<InventedPerson> = {}): InventedPerson {
  const random = seededRandom(seed)
  const sex = random() < 0.5 ? 'F' : 'M'
  const names = GIVEN_NAMES[sex]
  const given = random() < 0.4 ? [oneOf(random, names), oneOf(random, names)] : [oneOf(random, names)]
  const person = {
    surname: oneOf(random, SURNAMES),
    givenNames: [...new Set(given)].join(' '),
    sex: sex as InventedPerson['sex'],
    birthDate: dayIn(random, 1940, 2004),
    faceSeed: integerBetween(random, 1, 1_000_000),
  }
  return { ...person, ...wishes }
}

const CODES = { TD3: ['P'], TD2: ['I', 'ID', 'AC'], TD1: ['I', 'ID', 'C'] }

/** @param today documents are issued before and expire after this day */
export function inventDocument(format: DocumentFormat, person: InventedPerson, today: Date, seed: number, wishes: Partial<InventedDocument> = {}) {
  const random = seededRandom(seed ^ 0x5bd1e995)
  const year = today.getUTCFullYear()
  const length = format === 'TD1' && random() < 0.2 ? 12 : 9
  const document: InventedDocument = {
    format,
    documentCode: oneOf(random, CODES[format]),
    issuer: TEST_ISSUER,
    nationality: TEST_ISSUER,
    documentNumber: Array.from({ length }, () => oneOf(random, [...NUMBER_CHARACTERS])).join(''),
    optional: random() < 0.5 ? '' : Array.from({ length: integerBetween(random, 3, 7) }, () => oneOf(random, [...NUMBER_CHARACTERS])).join(''),
    issueDate: dayIn(random, year - 4, year - 1),
    expiryDate: dayIn(random, year + 1, year + 6),
    person,
  }
  return { ...document, ...wishes }
}

function dayIn(random: Random, firstYear: number, lastYear: number) {
  const two = (value: number) => String(value).padStart(2, '0')
  return `${integerBetween(random, firstYear, lastYear)}-${two(integerBetween(random, 1, 12))}-${two(integerBetween(random, 1, 28))}`
}
