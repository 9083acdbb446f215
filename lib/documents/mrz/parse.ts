import type { DocumentFailure, DocumentReading } from '../types'
import { isoDay, parseBirthDate, parseExpiryDate } from './dates'
import { readDocumentNumber } from './document-number'
import { isIssuer, isNationality } from './issuers'
import { disagreeingFields } from './judge-checks'
import { field, formatOf, LAYOUTS } from './layout'
import { parseNames } from './names'

export type MrzDocument = Omit<DocumentReading, 'checks'>

export type ParseMrzResult = { ok: true; document: MrzDocument } | { ok: false; failure: DocumentFailure }

const SEXES = { M: 'M', F: 'F', X: 'X', '<': 'X' } as const

/** Passports are `P…`, cards begin with I, A or C; visas (`V…`) identify nobody. @see ICAO 9303-5 §4.2.2.1 note a */
const SUPPORTED_CODES = { TD3: /^P[A-Z<]$/, TD2: /^[IAC][A-Z<]$/, TD1: /^[IAC][A-Z<]$/ }

/**
 * Reads the lines of a machine-readable zone. Accepts only what a genuine document can hold: all check digits agree,
 * dates exist, issuer and nationality are known codes.
 * @param lines two of 44 or 36, or three of 30 characters
 */
export function parseMrz(lines: readonly string[], { testIssuers, today }: { testIssuers: boolean; today: Date }): ParseMrzResult {
  const format = formatOf(lines.length, lines[0]?.length ?? 0)
  if (!format || lines.some((line) => line.length !== LAYOUTS[format].columns || /[^A-Z0-9<]/.test(line))) return refuse('mrz_check_failed')
  const layout = LAYOUTS[format]
  const documentCode = field(lines, layout.documentCode)
  // Visas have no composite digit: told apart before the digits are judged.
  if (!SUPPORTED_CODES[format].test(documentCode)) return refuse('document_type_not_supported')
  if (disagreeingFields(format, lines).length > 0) return refuse('mrz_check_failed')

  const issuer = unfilled(field(lines, layout.issuer))
  const nationality = unfilled(field(lines, layout.nationality))
  // Part 3 has codes for every unknown nationality; a document that leaves it out is none of those read here.
  if (nationality === '') return refuse('document_type_not_supported')
  if (!isIssuer(issuer, testIssuers) || !isNationality(nationality, testIssuers)) return refuse('mrz_check_failed')

  const names = parseNames(field(lines, layout.names))
  const expiryDate = parseExpiryDate(field(lines, layout.expiryDate), today)
  const birthDate = parseBirthDate(field(lines, layout.birthDate), today)
  const sex = SEXES[field(lines, layout.sex) as keyof typeof SEXES]
  const { documentNumber } = readDocumentNumber(lines, layout)
  if (birthDate === 'ambiguous') return refuse('document_unreadable')
  if (!names || birthDate === undefined || !expiryDate || !sex || !documentNumber) return refuse('mrz_check_failed')
  if (expiryDate < isoDay(today)) return refuse('document_expired')

  const { surname, givenNames, truncated } = names
  const document = {
    format,
    documentCode: unfilled(documentCode),
    issuer,
    surname,
    givenNames,
    namesTruncated: truncated,
    documentNumber,
    nationality,
    birthDate,
    sex,
    expiryDate,
    mrz: [...lines],
  }
  return { ok: true, document }
}

const refuse = (failure: DocumentFailure) => ({ ok: false, failure }) as const

const unfilled = (text: string) => text.replace(/<+$/, '')
