import type { DocumentFormat } from '../types'

/** Where a field stands: line, first column, first column after it. */
export type Span = readonly [line: number, start: number, end: number]

export type Layout = {
  rows: 2 | 3
  columns: 44 | 36 | 30
  documentCode: Span
  issuer: Span
  names: Span
  documentNumber: Span
  documentNumberCheck: Span
  nationality: Span
  birthDate: Span
  birthDateCheck: Span
  sex: Span
  expiryDate: Span
  expiryDateCheck: Span
  /** Holds the rest of a long document number in TD1 and TD2. */
  optional: Span
  /** Only passports protect the optional field by itself. */
  optionalCheck: Span | null
  secondOptional: Span | null
  composite: Span
  compositeOver: readonly Span[]
}

/** @see ICAO 9303-5 §4.2.2, 9303-6 §4.2.2, 9303-4 §4.2.2 */
export const LAYOUTS: Record<DocumentFormat, Layout> = {
  TD1: {
    rows: 3,
    columns: 30,
    documentCode: [0, 0, 2],
    issuer: [0, 2, 5],
    names: [2, 0, 30],
    documentNumber: [0, 5, 14],
    documentNumberCheck: [0, 14, 15],
    nationality: [1, 15, 18],
    birthDate: [1, 0, 6],
    birthDateCheck: [1, 6, 7],
    sex: [1, 7, 8],
    expiryDate: [1, 8, 14],
    expiryDateCheck: [1, 14, 15],
    optional: [0, 15, 30],
    optionalCheck: null,
    secondOptional: [1, 18, 29],
    composite: [1, 29, 30],
    compositeOver: [
      [0, 5, 30],
      [1, 0, 7],
      [1, 8, 15],
      [1, 18, 29],
    ],
  },
  TD2: {
    rows: 2,
    columns: 36,
    documentCode: [0, 0, 2],
    issuer: [0, 2, 5],
    names: [0, 5, 36],
    documentNumber: [1, 0, 9],
    documentNumberCheck: [1, 9, 10],
    nationality: [1, 10, 13],
    birthDate: [1, 13, 19],
    birthDateCheck: [1, 19, 20],
    sex: [1, 20, 21],
    expiryDate: [1, 21, 27],
    expiryDateCheck: [1, 27, 28],
    optional: [1, 28, 35],
    optionalCheck: null,
    secondOptional: null,
    composite: [1, 35, 36],
    compositeOver: [
      [1, 0, 10],
      [1, 13, 20],
      [1, 21, 35],
    ],
  },
  TD3: {
    rows: 2,
    columns: 44,
    documentCode: [0, 0, 2],
    issuer: [0, 2, 5],
    names: [0, 5, 44],
    documentNumber: [1, 0, 9],
    documentNumberCheck: [1, 9, 10],
    nationality: [1, 10, 13],
    birthDate: [1, 13, 19],
    birthDateCheck: [1, 19, 20],
    sex: [1, 20, 21],
    expiryDate: [1, 21, 27],
    expiryDateCheck: [1, 27, 28],
    optional: [1, 28, 42],
    optionalCheck: [1, 42, 43],
    secondOptional: null,
    composite: [1, 43, 44],
    compositeOver: [
      [1, 0, 10],
      [1, 13, 20],
      [1, 21, 43],
    ],
  },
}

export const field = (lines: readonly string[], [line, start, end]: Span): string => (lines[line] ?? '').slice(start, end)

export const formatOf = (rows: number, columns: number): DocumentFormat | null =>
  (Object.keys(LAYOUTS) as DocumentFormat[]).find((name) => LAYOUTS[name].rows === rows && LAYOUTS[name].columns === columns) ?? null
