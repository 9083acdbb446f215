import { z } from 'zod'
import { blindIndex } from '#lib/core/sealed'
import { claimsOf, type ScopeName } from '#lib/scopes/catalog'
import { verifiableClaims } from '#lib/users/claims'
import { purposeFault } from './judge-purpose'

const MAX_CHARACTERS = 8000
/** Sets of them in one request. */
const MOST = 5

const askedSchema = z.object({
  /** Any of them will do; all when left out. */
  frameworks: z.array(z.string()).optional(),
  /** Evidence of any of these types will do; null: of any. Left out: none is asked for. */
  evidence: z.array(z.string()).nullable().optional(),
  /** Whether the type of the record that is evidence is asked for, too. */
  asksRecord: z.boolean().optional(),
  /** Left out: the time is not asked for. */
  time: z.object({ maxAgeSeconds: z.number().optional() }).optional(),
  /** Fingerprints of the values that will do, so that no value of anybody is kept beside a token. */
  claims: z.array(z.object({ name: z.string(), oneOf: z.array(z.string()).optional() })),
})

/** One set of `verified_claims` that a request asks for. */
export type AskedVerified = z.infer<typeof askedSchema>

/** What is asked, as text that is kept with code and tokens; null: nothing that could ever be answered. */
export type ReadAsked = { kind: 'asked'; kept: string | null } | { kind: 'fault'; description: string }

/** What an electronic record of ours is. @see OpenID Connect for Identity Assurance 1.0, `electronic_records_supported` */
export const RECORD_TYPE = 'digital_credential'

export const valueMark = (value: unknown) => blindIndex('asked-claim', JSON.stringify(value)).toString('base64url')

/**
 * What the parameter `claims` asks of `verified_claims` at userinfo, of claims that the scopes beside it have. What cannot
 * be told is left out; only a parameter that breaks its own rules is a fault.
 * @see OpenID Connect Core §5.5; OpenID Connect for Identity Assurance 1.0, requesting verified claims
 */
export function readAskedVerified(text: string, scopes: readonly ScopeName[]): ReadAsked {
  const claims = text.length <= MAX_CHARACTERS ? parse(text) : null
  if (!isRecord(claims)) return { kind: 'fault', description: 'claims must be a JSON object of at most 8,000 characters' }
  const places = [claims.userinfo, claims.id_token].map((place) => (isRecord(place) ? place.verified_claims : undefined))
  const description = purposeFault(places)
  if (description !== null) return { kind: 'fault', description }
  const [asked] = places
  const names = verifiableClaims(claimsOf(scopes))
  const sets = (Array.isArray(asked) ? asked : [asked]).slice(0, MOST).flatMap((set) => readSet(set, names) ?? [])
  return { kind: 'asked', kept: sets.length > 0 ? JSON.stringify(sets) : null }
}

export const openAskedVerified = (kept: string): AskedVerified[] => z.array(askedSchema).parse(JSON.parse(kept))

/** One set; null where a rule of it cannot be met by us at all. */
function readSet(set: unknown, names: readonly string[]): AskedVerified | null {
  if (!isRecord(set) || !isRecord(set.verification) || !isRecord(set.claims)) return null
  if (!('trust_framework' in set.verification)) return null
  const { trust_framework, time, evidence, ...others } = set.verification
  const claims = Object.entries(set.claims).flatMap(([name, element]) => {
    const values = valuesOf(element)
    return names.includes(name) ? [{ name, ...(values && { oneOf: values.map(valueMark) }) }] : []
  })
  const frameworks = valuesOf(trust_framework)
  const asksTime = 'time' in set.verification ? readTime(time) : undefined
  const kinds = 'evidence' in set.verification ? readEvidence(evidence) : undefined
  // What we never tell may be asked for, but not required to be something.
  if (claims.length === 0 || asksTime === null || kinds === null || Object.values(others).some(isConstrained)) return null
  return { claims, ...(frameworks && { frameworks: frameworks.map(String) }), ...(asksTime && { time: asksTime }), ...kinds }
}

/** @returns null for a rule that no time of ours meets @see OpenID Connect for Identity Assurance 1.0, `max_age` */
function readTime(element: unknown): { maxAgeSeconds?: number } | null {
  if (!isRecord(element)) return {}
  if (valuesOf(element) !== null) return null
  if (!('max_age' in element)) return {}
  const { max_age: maxAgeSeconds } = element
  return typeof maxAgeSeconds === 'number' && maxAgeSeconds >= 0 ? { maxAgeSeconds } : null
}

/** The entries are alternatives. @returns null where none of them can be met */
function readEvidence(element: unknown): Pick<AskedVerified, 'evidence' | 'asksRecord'> | null {
  const entries = Array.isArray(element) ? element : []
  const met = entries.filter(canBeMet)
  if (entries.length > 0 && met.length === 0) return null
  const types = met.map(({ type }) => valuesOf(type))
  const isAny = types.length === 0 || types.includes(null)
  return {
    evidence: isAny ? null : types.flatMap((values) => (values ?? []).map(String)),
    ...(met.some((entry) => 'record' in entry) && { asksRecord: true }),
  }
}

function canBeMet(entry: unknown): entry is Record<string, unknown> {
  if (!isRecord(entry)) return false
  const { type: _, record, ...others } = entry
  if (Object.values(others).some(isConstrained)) return false
  if (!isRecord(record)) return true
  const { type, ...more } = record
  return (valuesOf(type)?.includes(RECORD_TYPE) ?? true) && !Object.values(more).some(isConstrained)
}

/** `value` or `values`; null where any will do. @see OpenID Connect Core §5.5.1 */
function valuesOf(element: unknown): unknown[] | null {
  if (!isRecord(element)) return null
  if ('value' in element) return [element.value]
  if ('values' in element) return Array.isArray(element.values) ? element.values : []
  return null
}

/** Whether something in it, at any depth, is required to be what we never tell. */
const isConstrained = (element: unknown): boolean =>
  isRecord(element)
    ? valuesOf(element) !== null || 'max_age' in element || Object.values(element).some(isConstrained)
    : Array.isArray(element) && element.some(isConstrained)

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
