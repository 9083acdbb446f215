import { utcDay } from '#lib/core/time'
import type { CredentialType, WalletField } from './catalogue'
import type { Proven } from './proven'
import { demand } from './refusals'
import type { WalletClaims } from './types'

const MAX_CHARACTERS = 200

/**
 * The claims that were asked for, each of its kind. What else was disclosed is not read.
 * @throws WalletRefusal `claims_missing`, `document_expired`
 */
export function readClaims({ claims }: Proven, type: CredentialType, fields: readonly WalletField[], now: Date): WalletClaims {
  const read = Object.fromEntries(fields.map((field) => [field, KINDS[field](claims.read(type.claims[field] ?? []))]))
  for (const field of fields) demand(read[field] !== undefined, 'claims_missing', field)
  const found: WalletClaims = read
  demand(found.document_expiry === undefined || found.document_expiry >= utcDay(now), 'document_expired', 'document_expiry')
  return found
}

type Kind = (value: unknown) => string | boolean | undefined

const text: Kind = (value) => (typeof value === 'string' && isText(value) ? value : undefined)

/** As Postgres and everybody else can keep it: something to see, no control characters, whole characters. */
const isText = (value: string) => value.trim() !== '' && value.length <= MAX_CHARACTERS && !/[\p{Cc}\p{Cs}]/u.test(value)

/** A day that exists. @see RFC 3339 §5.6, full-date */
const date: Kind = (value) => (typeof value === 'string' && /^\d{4}-\d\d-\d\d$/.test(value) && isDay(value) ? value : undefined)

function isDay(text: string): boolean {
  const time = Date.parse(text)
  return !Number.isNaN(time) && new Date(time).toISOString().startsWith(text)
}

/** A moment stands for its day. */
const dateOrMoment: Kind = (value) => date(typeof value === 'string' ? value.replace(/^([\d-]{10})T[\d:]{8}Z$/, '$1') : value)

/** One country, or the first of several. */
const country: Kind = (value) => {
  const one = Array.isArray(value) ? value[0] : value
  return typeof one === 'string' && /^[A-Z]{2,3}$/.test(one) ? one : undefined
}

const KINDS: Readonly<Record<WalletField, Kind>> = {
  given_name: text,
  family_name: text,
  birthdate: date,
  age_over_18: (value) => (typeof value === 'boolean' ? value : undefined),
  nationality: country,
  document_number: text,
  document_expiry: dateOrMoment,
}
