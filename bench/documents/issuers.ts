import type { Language } from './captions'
import type { NAMES } from './names'

/** What one issuer's documents have in common. Codes are real ones, for the reader refuses all others; no document here is one of theirs. */
export type Issuer = {
  title: string
  /** Captions in this order. */
  languages: readonly Language[]
  names: keyof typeof NAMES
  /** The nationality as the page has it, by sex where it differs. */
  people: string | { F: string; M: string }
  /** `A` letter, `9` digit, `N` either. */
  number: string
  cardNumber?: string
}

export const ISSUERS = {
  GBR: {
    title: 'UNITED KINGDOM OF GREAT BRITAIN AND NORTHERN IRELAND',
    languages: ['en', 'fr'],
    names: 'english',
    people: 'BRITISH CITIZEN',
    number: '999999999',
  },
  USA: {
    title: 'UNITED STATES OF AMERICA',
    languages: ['en', 'fr', 'es'],
    names: 'english',
    people: 'UNITED STATES OF AMERICA',
    number: '999999999',
  },
  CAN: { title: 'CANADA', languages: ['en', 'fr'], names: 'english', people: 'CANADIAN/CANADIENNE', number: 'AA999999' },
  IRL: { title: 'ÉIRE IRELAND', languages: ['en', 'fr'], names: 'english', people: 'ÉIREANNACH/IRISH', number: 'AA9999999' },
  FRA: { title: 'RÉPUBLIQUE FRANÇAISE', languages: ['fr', 'en'], names: 'french', people: 'FRANÇAISE', number: '99AA99999', cardNumber: 'NNNNNNNNN' },
  ESP: { title: 'ESPAÑA', languages: ['es', 'en'], names: 'spanish', people: 'ESPAÑOLA', number: 'AAA999999' },
  MEX: {
    title: 'ESTADOS UNIDOS MEXICANOS',
    languages: ['es', 'en'],
    names: 'spanish',
    people: { F: 'MEXICANA', M: 'MEXICANO' },
    number: 'A99999999',
  },
  COL: { title: 'REPÚBLICA DE COLOMBIA', languages: ['es', 'en'], names: 'spanish', people: 'COLOMBIANA', number: 'AA999999' },
  D: {
    title: 'BUNDESREPUBLIK DEUTSCHLAND',
    languages: ['de', 'en', 'fr'],
    names: 'german',
    people: 'DEUTSCH',
    number: 'CNNNNNNNN',
    cardNumber: 'LNNNNNNNN',
  },
  POL: {
    title: 'RZECZPOSPOLITA POLSKA',
    languages: ['pl', 'en'],
    names: 'polish',
    people: 'POLSKIE/POLISH',
    number: 'AA9999999',
    cardNumber: 'AAA999999',
  },
  HUN: {
    title: 'MAGYARORSZÁG',
    languages: ['hu', 'en', 'fr'],
    names: 'hungarian',
    people: 'MAGYAR/HUNGARIAN',
    number: 'AA9999999',
    cardNumber: '999999AA',
  },
  PRT: { title: 'REPÚBLICA PORTUGUESA', languages: ['pt', 'en', 'fr'], names: 'portuguese', people: 'PORTUGUESA', number: 'AA999999' },
  ITA: {
    title: 'REPUBBLICA ITALIANA',
    languages: ['it', 'en', 'fr'],
    names: 'italian',
    people: 'ITALIANA',
    number: 'AA9999999',
    cardNumber: 'CA99999AA',
  },
  NLD: { title: 'KONINKRIJK DER NEDERLANDEN', languages: ['nl', 'en', 'fr'], names: 'dutch', people: 'NEDERLANDSE', number: 'ANNNNNNN9' },
  CZE: {
    title: 'ČESKÁ REPUBLIKA',
    languages: ['cs', 'en'],
    names: 'czech',
    people: 'ČESKÁ REPUBLIKA/CZECH REPUBLIC',
    number: '99999999',
    cardNumber: '999999999',
  },
  SWE: { title: 'SVERIGE SWEDEN', languages: ['sv', 'en'], names: 'nordic', people: 'SVENSK/SWEDISH', number: 'AA999999' },
  FIN: { title: 'SUOMI FINLAND', languages: ['fi', 'sv', 'en'], names: 'nordic', people: 'SUOMI/FINLAND', number: 'AA9999999' },
  DNK: { title: 'DANMARK', languages: ['da', 'en', 'fr'], names: 'nordic', people: 'DANSK/DANISH', number: '999999999' },
  ROU: { title: 'ROMÂNIA', languages: ['ro', 'en', 'fr'], names: 'romanian', people: 'ROMÂNĂ/ROMANIAN', number: '999999999', cardNumber: 'AA999999' },
  TUR: { title: 'TÜRKİYE CUMHURİYETİ', languages: ['tr', 'en'], names: 'turkish', people: 'T.C./TUR', number: 'A99999999', cardNumber: 'A99A99999' },
  HRV: { title: 'REPUBLIKA HRVATSKA', languages: ['hr', 'en'], names: 'croatian', people: 'HRVATSKO/HRV', number: '999999999' },
  UTO: { title: 'UTOPIA', languages: ['en', 'fr'], names: 'english', people: 'UTOPIAN', number: 'A9999999A' },
} as const satisfies Record<string, Issuer>

export type IssuerName = keyof typeof ISSUERS

export const issuerOf = (name: IssuerName): Issuer => ISSUERS[name]
