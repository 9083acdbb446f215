import { numericDate, rfc3339 } from '#lib/core/time'
import { type AskedVerified, RECORD_TYPE, valueMark } from './asked-verified'

export const TRUST_FRAMEWORKS = ['eidas', 'signet'] as const
/** `electronic_record`: what a wallet presented. `document`: what was photographed. @see OpenID Connect for Identity Assurance 1.0, evidence */
export const EVIDENCE_TYPES = ['electronic_record', 'document'] as const

/** Claims that were verified alike, as far as this app may have them. */
export type Evidenced = {
  framework: (typeof TRUST_FRAMEWORKS)[number]
  evidence: (typeof EVIDENCE_TYPES)[number]
  /** As this app is told it. */
  time: Date
  claims: Readonly<Record<string, unknown>>
}

export type Verification = {
  trust_framework: Evidenced['framework']
  time?: string
  evidence?: [{ type: Evidenced['evidence']; record?: { type: string } }]
}

export type VerifiedClaimsSet = { verification: Verification; claims: Record<string, unknown> }

/**
 * What a request for `verified_claims` is answered with: of every set asked for, what meets all of its rules. What does
 * not is absent, whatever the reason, and nothing is an error.
 * @see OpenID Connect for Identity Assurance 1.0, requesting verified claims
 */
export const judgeVerified = (asked: readonly AskedVerified[], held: readonly Evidenced[], now: Date): VerifiedClaimsSet[] =>
  asked.flatMap((set) => held.flatMap((evidenced) => answer(set, evidenced, now) ?? []))

function answer(set: AskedVerified, held: Evidenced, now: Date): VerifiedClaimsSet | null {
  const { frameworks, evidence, time, claims } = set
  if (frameworks && !frameworks.includes(held.framework)) return null
  if (evidence && !evidence.includes(held.evidence)) return null
  if (time?.maxAgeSeconds !== undefined && numericDate(held.time) < numericDate(now) - time.maxAgeSeconds) return null
  const met = claims.filter(({ name, oneOf }) => Object.hasOwn(held.claims, name) && (!oneOf || oneOf.includes(valueMark(held.claims[name]))))
  if (met.length === 0) return null
  return { verification: verificationOf(set, held), claims: Object.fromEntries(met.map(({ name }) => [name, held.claims[name]])) }
}

/** No more of it than was asked for. */
function verificationOf({ evidence, asksRecord, time }: AskedVerified, held: Evidenced): Verification {
  const isRecordTold = asksRecord && held.evidence === 'electronic_record'
  return {
    trust_framework: held.framework,
    ...(time && { time: rfc3339(held.time) }),
    ...(evidence !== undefined && { evidence: [{ type: held.evidence, ...(isRecordTold && { record: { type: RECORD_TYPE } }) }] }),
  }
}
