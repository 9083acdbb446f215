import { numericDate, rfc3339 } from '#lib/core/time'
import { type AskedVerified, RECORD_TYPE, valueMark } from './asked-verified'

export const TRUST_FRAMEWORKS = ['eidas', 'signet'] as const
/** `electronic_record`: what a wallet presented. `document`: what was photographed. @see OpenID Connect for Identity Assurance 1.0, evidence */
export const EVIDENCE_TYPES = ['electronic_record', 'document'] as const

/** One way in which something was verified, as this app is told it. */
export type Origin = { framework: (typeof TRUST_FRAMEWORKS)[number]; evidence: (typeof EVIDENCE_TYPES)[number]; time: Date }

/** A claim that this app may have, with every way in which what it says was verified, oldest first. */
export type Held = { name: string; origins: readonly Origin[] }

/** What claims of these names come to together, as far as this app may have it. */
type Together = (names: readonly string[]) => Readonly<Record<string, unknown>>

export type Verification = {
  trust_framework: Origin['framework']
  time?: string
  evidence?: [{ type: Origin['evidence']; record?: { type: string } }]
}

export type VerifiedClaimsSet = { verification: Verification; claims: Record<string, unknown> }

/**
 * What a request for `verified_claims` is answered with: of every set asked for, what meets all of its rules. What does
 * not is absent, whatever the reason, and nothing is an error.
 * @see OpenID Connect for Identity Assurance 1.0, requesting verified claims
 */
export const judgeVerified = (asked: readonly AskedVerified[], held: readonly Held[], together: Together, now: Date): VerifiedClaimsSet[] =>
  asked.flatMap((set) => partByOrigin(set, held, now).flatMap(({ origin, names }) => answer(set, origin, together(names)) ?? []))

/** Claims by the first of their origins that meets the rules: a newer one would tell that the person was verified elsewhere. */
function partByOrigin(set: AskedVerified, held: readonly Held[], now: Date) {
  const parts = new Map<string, { origin: Origin; names: string[] }>()
  for (const { name, origins } of held) {
    const origin = origins.find((one) => meets(set, one, now))
    if (!origin) continue
    const key = JSON.stringify(origin)
    const { names } = parts.get(key) ?? { names: [] }
    parts.set(key, { origin, names: [...names, name] })
  }
  return [...parts.values()]
}

const meets = ({ frameworks, evidence, time }: AskedVerified, origin: Origin, now: Date): boolean =>
  (frameworks?.includes(origin.framework) ?? true) &&
  (evidence?.includes(origin.evidence) ?? true) &&
  (time?.maxAgeSeconds === undefined || numericDate(origin.time) >= numericDate(now) - time.maxAgeSeconds)

function answer(set: AskedVerified, origin: Origin, held: ReturnType<Together>): VerifiedClaimsSet | null {
  const met = set.claims.filter(({ name, oneOf }) => Object.hasOwn(held, name) && (!oneOf || oneOf.includes(valueMark(held[name]))))
  if (met.length === 0) return null
  return { verification: verificationOf(set, origin), claims: Object.fromEntries(met.map(({ name }) => [name, held[name]])) }
}

/** No more of it than was asked for. */
function verificationOf({ evidence, asksRecord, time }: AskedVerified, origin: Origin): Verification {
  const isRecordTold = asksRecord && origin.evidence === 'electronic_record'
  return {
    trust_framework: origin.framework,
    ...(time && { time: rfc3339(origin.time) }),
    ...(evidence !== undefined && { evidence: [{ type: origin.evidence, ...(isRecordTold && { record: { type: RECORD_TYPE } }) }] }),
  }
}
