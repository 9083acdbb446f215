import type { CaptionName } from './captions'
import type { Format } from './facts'
import type { IssuerName } from './issuers'
import type { DateStyle } from './print-date'

/** What stands at one place of a page. `code` is the issuer's three letters. */
export type Slot = { name: CaptionName; x: number }

/** How one issuer lays out one side. Millimetres from the top left of the page, upright. */
export type Layout = {
  issuer: IssuerName
  format: Format
  /** `page` has portrait, fields and zone; a card's `front` no zone, its `back` no portrait. */
  side: 'page' | 'front' | 'back'
  dates: DateStyle
  /** Captions on a line of their own over the value, on two lines over it, or before it on its line. */
  captions: 'above' | 'two-lines' | 'before'
  /** Between the languages of a caption. */
  between: string
  /** `Surname`, `1. Surname`, `Surname (1)` */
  numbering: 'none' | 'before' | 'after'
  font: string
  /** Millimetres from the foot of a letter to its height. */
  valueSize: number
  capitals: boolean
  portrait: { x: number; y: number; width: number; height: number } | null
  /** A second, small and faint print of the portrait. */
  ghost: boolean
  rows: readonly (readonly Slot[])[]
  top: number
  rowHeight: number
  /** Paper and the two inks of its pattern. */
  colours: readonly [paper: string, one: string, other: string]
}

const at = (text: string): Slot[] =>
  text.split(' ').map((part) => {
    const [name, x] = part.split('@') as [CaptionName, string]
    return { name, x: Number(x) }
  })

const PAGE = {
  format: 'TD3',
  side: 'page',
  portrait: { x: 5, y: 17, width: 34, height: 44 },
  top: 11,
  rowHeight: 6.5,
  capitals: true,
  valueSize: 2.3,
} as const
const usual = [
  'type@43 code@56 number@92',
  'surname@43',
  'givenNames@43',
  'nationality@43',
  'birthDate@43',
  'sex@43 birthPlace@62',
  'issueDate@43 authority@88',
  'expiryDate@43',
].map(at)
const dense = [
  'type@44 code@58 number@86',
  'surname@44',
  'givenNames@44',
  'nationality@44 birthDate@86',
  'sex@44 birthPlace@60',
  'issueDate@44 authority@82',
  'expiryDate@44',
].map(at)
const sparse = [
  'type@42 code@54 number@94',
  'surname@42',
  'givenNames@42',
  'birthDate@42 sex@80',
  'birthPlace@42 nationality@80',
  'issueDate@42 expiryDate@80',
  'authority@42',
].map(at)

/** Passports: captions in two languages at least. */
const PASSPORTS: readonly Layout[] = [
  {
    ...PAGE,
    issuer: 'GBR',
    dates: 'two-languages-short',
    captions: 'above',
    between: '/',
    numbering: 'after',
    font: 'Geist',
    ghost: true,
    rows: usual,
    colours: ['#f3efe9', '#c58f9c', '#8ea6c9'],
  },
  {
    ...PAGE,
    issuer: 'USA',
    dates: 'capitalised',
    captions: 'above',
    between: ' / ',
    numbering: 'none',
    font: 'Instrument Sans',
    ghost: true,
    rows: dense,
    rowHeight: 7.2,
    colours: ['#eef0f4', '#b3788a', '#6f93bd'],
  },
  {
    ...PAGE,
    issuer: 'ESP',
    dates: 'spaces',
    captions: 'above',
    between: '/',
    numbering: 'none',
    font: 'DejaVu Sans Condensed',
    ghost: false,
    rows: usual,
    colours: ['#f5efe6', '#d3a871', '#8fb69c'],
  },
  {
    ...PAGE,
    issuer: 'D',
    dates: 'dots',
    captions: 'above',
    between: '/',
    numbering: 'before',
    font: 'Geist',
    ghost: false,
    rows: dense,
    rowHeight: 7.3,
    colours: ['#eff2ee', '#8fb7ab', '#c79fb4'],
  },
  {
    ...PAGE,
    issuer: 'POL',
    dates: 'two-languages',
    captions: 'two-lines',
    between: '/',
    numbering: 'before',
    font: 'Instrument Sans',
    ghost: true,
    rows: dense,
    rowHeight: 7.6,
    top: 10,
    colours: ['#f4efee', '#cf9a9a', '#9fb0c8'],
  },
  {
    ...PAGE,
    issuer: 'HUN',
    dates: 'two-languages-short',
    captions: 'above',
    between: '/',
    numbering: 'none',
    font: 'DejaVu Sans',
    ghost: false,
    rows: sparse,
    rowHeight: 7.4,
    valueSize: 2.4,
    colours: ['#f3f0ea', '#c7a3a0', '#94b79d'],
  },
  {
    ...PAGE,
    issuer: 'FRA',
    dates: 'spaces',
    captions: 'above',
    between: '/',
    numbering: 'after',
    font: 'Newsreader',
    ghost: true,
    rows: dense,
    rowHeight: 7.2,
    valueSize: 2.5,
    colours: ['#eef1f6', '#95a6cf', '#cfa2a8'],
  },
  {
    ...PAGE,
    issuer: 'SWE',
    dates: 'two-languages-short',
    captions: 'before',
    between: '/',
    numbering: 'none',
    font: 'Geist',
    ghost: false,
    rows: [
      'number@43',
      'surname@43',
      'givenNames@43',
      'nationality@43',
      'birthDate@43',
      'sex@43',
      'birthPlace@43',
      'issueDate@43',
      'expiryDate@43',
      'authority@43',
    ].map(at),
    rowHeight: 5.1,
    top: 13,
    colours: ['#eef3f5', '#8db4cc', '#d6c07f'],
  },
  {
    ...PAGE,
    issuer: 'MEX',
    dates: 'slashes',
    captions: 'two-lines',
    between: '/',
    numbering: 'none',
    font: 'DejaVu Sans Condensed',
    ghost: true,
    rows: sparse,
    rowHeight: 7.9,
    top: 10,
    colours: ['#eef4ee', '#8cbb98', '#cc9d93'],
  },
  {
    ...PAGE,
    issuer: 'CAN',
    dates: 'two-languages-short',
    captions: 'above',
    between: '/',
    numbering: 'none',
    font: 'Instrument Sans',
    ghost: true,
    rows: usual,
    colours: ['#f6efef', '#d29aa0', '#9aa9c4'],
  },
  {
    ...PAGE,
    issuer: 'ITA',
    dates: 'two-languages',
    captions: 'before',
    between: '. ',
    numbering: 'before',
    font: 'DejaVu Sans Condensed',
    ghost: false,
    rows: [
      'number@42',
      'surname@42',
      'givenNames@42',
      'nationality@42',
      'birthDate@42',
      'sex@42',
      'birthPlace@42',
      'issueDate@42',
      'expiryDate@42',
      'authority@42',
    ].map(at),
    rowHeight: 5.1,
    top: 12,
    valueSize: 2.1,
    colours: ['#f4f0e8', '#b79ac0', '#93b6a6'],
  },
  {
    ...PAGE,
    issuer: 'NLD',
    dates: 'two-languages',
    captions: 'above',
    between: '/',
    numbering: 'none',
    font: 'Newsreader',
    ghost: true,
    rows: sparse,
    rowHeight: 7.2,
    valueSize: 2.5,
    colours: ['#f5efe8', '#d5a27b', '#92a9c6'],
  },
  {
    ...PAGE,
    issuer: 'FIN',
    dates: 'dots',
    captions: 'above',
    between: ' / ',
    numbering: 'none',
    font: 'DejaVu Sans Condensed',
    ghost: false,
    rows: usual,
    colours: ['#eff3f6', '#93b2cd', '#a9c0a2'],
  },
  {
    ...PAGE,
    issuer: 'TUR',
    dates: 'two-languages',
    captions: 'above',
    between: ' / ',
    numbering: 'none',
    font: 'Geist',
    ghost: false,
    rows: usual,
    colours: ['#f6eeee', '#d09594', '#a3b4bd'],
  },
  {
    ...PAGE,
    issuer: 'COL',
    dates: 'english',
    captions: 'above',
    between: ' / ',
    numbering: 'none',
    font: 'Instrument Sans',
    ghost: false,
    rows: sparse,
    rowHeight: 7.4,
    colours: ['#f6f2e4', '#d1b673', '#90a4c4'],
  },
]

const CARD_PORTRAIT = { x: 4, y: 13, width: 23, height: 30 }
const FRONT = { format: 'TD1', side: 'front', portrait: CARD_PORTRAIT, top: 12, rowHeight: 6.4, capitals: true, valueSize: 2.0, ghost: true } as const
const cardRows = ['surname@31', 'givenNames@31', 'sex@31 nationality@42 birthDate@60', 'expiryDate@31 cardNumber@56'].map(at)
const cardColumns = ['surname@30', 'givenNames@30', 'birthDate@30 sex@64', 'nationality@30', 'cardNumber@30 expiryDate@58'].map(at)
const BACK = { format: 'TD1', side: 'back', portrait: null, top: 5, rowHeight: 6, capitals: true, valueSize: 1.9, ghost: false } as const
const backRows = ['birthPlace@5', 'issueDate@5 authority@34'].map(at)

const card = (look: Pick<Layout, 'issuer' | 'dates' | 'between' | 'font' | 'colours'> & Partial<Layout>, rows: Layout['rows']): Layout[] => [
  { ...FRONT, captions: 'above', numbering: 'none', ...look, rows },
  {
    ...BACK,
    captions: 'above',
    numbering: 'none',
    issuer: look.issuer,
    dates: look.dates,
    between: look.between,
    font: look.font,
    colours: look.colours,
    rows: backRows,
  },
]

const CARDS: readonly Layout[] = [
  ...card({ issuer: 'D', dates: 'dots', between: '/', font: 'Geist', numbering: 'before', colours: ['#eef3f0', '#8fb9b2', '#c9a6b9'] }, cardColumns),
  ...card({ issuer: 'FRA', dates: 'spaces', between: ' / ', font: 'Instrument Sans', colours: ['#eef2f8', '#93a9d4', '#d3a6ab'] }, cardRows),
  ...card({ issuer: 'ITA', dates: 'dots', between: ' / ', font: 'DejaVu Sans Condensed', colours: ['#f1f3ea', '#9dbb9a', '#c3a5bd'] }, cardColumns),
  ...card({ issuer: 'POL', dates: 'dots', between: '/', font: 'Geist', colours: ['#f6eff0', '#d4a0a6', '#a0b1c8'] }, cardRows),
  ...card({ issuer: 'ESP', dates: 'spaces', between: '/', font: 'Instrument Sans', colours: ['#f5f0e8', '#d4b083', '#9ab3a4'] }, cardColumns),
  ...card(
    {
      issuer: 'HRV',
      dates: 'dots',
      between: '/',
      font: 'DejaVu Sans Condensed',
      captions: 'two-lines',
      colours: ['#f3eff4', '#b9a2cc', '#9fb6c6'],
      rowHeight: 7.6,
      top: 11,
    },
    cardRows,
  ),
  ...card({ issuer: 'ROU', dates: 'dots', between: '/', font: 'Newsreader', valueSize: 2.2, colours: ['#f6f1e7', '#cfb080', '#93a8c5'] }, cardRows),
  ...card({ issuer: 'CZE', dates: 'dots', between: ' / ', font: 'Geist', colours: ['#eef1f5', '#9db2cf', '#cda5a2'] }, cardColumns),
]

const SMALL = {
  format: 'TD2',
  side: 'page',
  portrait: { x: 5, y: 12, width: 26, height: 34 },
  top: 8,
  rowHeight: 6.3,
  capitals: true,
  valueSize: 2.1,
  numbering: 'none',
} as const
const smallRows = [
  'cardNumber@35',
  'surname@35',
  'givenNames@35',
  'nationality@35 sex@80',
  'birthDate@35 birthPlace@66',
  'issueDate@35 expiryDate@66',
].map(at)

const LARGER_CARDS: readonly Layout[] = [
  {
    ...SMALL,
    issuer: 'ROU',
    dates: 'dots',
    captions: 'above',
    between: '/',
    font: 'DejaVu Sans Condensed',
    ghost: false,
    rows: smallRows,
    colours: ['#f4f1ea', '#c6ab80', '#96aac6'],
  },
  {
    ...SMALL,
    issuer: 'FRA',
    dates: 'dots',
    captions: 'above',
    between: '/',
    font: 'Geist',
    ghost: false,
    rows: smallRows,
    colours: ['#eef1f6', '#98aad0', '#cea5a8'],
  },
  {
    ...SMALL,
    issuer: 'D',
    dates: 'dots',
    captions: 'above',
    between: '/',
    font: 'Instrument Sans',
    ghost: true,
    rows: smallRows,
    colours: ['#eef3ee', '#92b9a6', '#c6a1b3'],
  },
  {
    ...SMALL,
    issuer: 'UTO',
    dates: 'english',
    captions: 'two-lines',
    between: '/',
    font: 'Newsreader',
    ghost: true,
    rows: smallRows,
    rowHeight: 6.9,
    top: 6,
    colours: ['#f1eff5', '#aaa3cf', '#9bb9b2'],
  },
]

const VISAS: readonly Layout[] = [
  {
    ...SMALL,
    format: 'MRV-B',
    issuer: 'D',
    dates: 'dots',
    captions: 'above',
    between: '/',
    font: 'Geist',
    ghost: false,
    rows: smallRows,
    colours: ['#eef5f0', '#8dbfa3', '#b6b98f'],
  },
  {
    ...SMALL,
    format: 'MRV-A',
    issuer: 'USA',
    dates: 'english',
    captions: 'above',
    between: ' / ',
    font: 'DejaVu Sans Condensed',
    ghost: false,
    portrait: { x: 5, y: 14, width: 30, height: 38 },
    top: 12,
    rowHeight: 7,
    rows: ['number@40', 'surname@40', 'givenNames@40', 'nationality@40 sex@92', 'birthDate@40 birthPlace@78', 'issueDate@40 expiryDate@78'].map(at),
    colours: ['#f2f4e8', '#b3c08a', '#c39db0'],
  },
]

const LAYOUTS: readonly Layout[] = [...PASSPORTS, ...CARDS, ...LARGER_CARDS, ...VISAS]

/** The layouts of a format that carry its zone. */
export const layoutsWithZone = (format: Format) => LAYOUTS.filter((layout) => layout.format === format && layout.side !== 'front')

/** The other side of a card's back; null for everything with one side. */
export const frontOf = (layout: Layout) =>
  LAYOUTS.find(({ side, format, issuer }) => side === 'front' && format === layout.format && issuer === layout.issuer) ?? null

/** Millimetres. @see ICAO 9303-4 §2, 9303-5 §2, 9303-6 §2, 9303-7 §3 */
export const SIZES: Record<Format, { width: number; height: number }> = {
  TD1: { width: 85.6, height: 53.98 },
  TD2: { width: 105, height: 74 },
  TD3: { width: 125, height: 88 },
  'MRV-A': { width: 120, height: 80 },
  'MRV-B': { width: 105, height: 74 },
}
