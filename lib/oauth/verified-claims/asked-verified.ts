import { z } from 'zod'
import { blindIndex } from '#lib/core/sealed'
import { CLAIM_NAMES } from '#lib/scopes/catalog'

const MAX_CHARACTERS = 8000
/** Sets of them in one request. */
const MOST = 5

const askedSchema = z.object({
  /** Any of them will do; all when left out. */
  frameworks: z.array(z.string()).optional(),
  /** Evidence of any of these types will do; null: of any. Left out: none is asked for. */
  evidence: z.array(z.string()).nullable().optional(),
  /** Left out: the time is not asked for. */
  time: z.object({ maxAgeSeconds: z.number().optional() }).optional(),
  /** Fingerprints of the values that will do, so that no value of anybody is kept beside a token. */
  claims: z.array(z.object({ name: z.string(), oneOf: z.array(z.string()).optional() })),
})

/** One set of `verified_claims` that a request asks for. */
export type AskedVerified = z.infer<typeof askedSchema>

export const valueMark = (value: unknown) => blindIndex('asked-claim', JSON.stringify(value)).toString('base64url')

/**
 * What the parameter `claims` asks of `verified_claims` at userinfo, as text that is kept with code and tokens.
 * @returns null when it asks nothing that could ever be answered; undefined for what is no JSON object
 * @see OpenID Connect Core §5.5; OpenID Connect for Identity Assurance 1.0, requesting verified claims
 */
export function readAskedVerified(text: string): string | null | undefined {
  const claims = text.length <= MAX_CHARACTERS ? parse(text) : null
  if (!isRecord(claims)) return undefined
  const asked = isRecord(claims.userinfo) ? claims.userinfo.verified_claims : undefined
  const sets = (Array.isArray(asked) ? asked : [asked]).slice(0, MOST).flatMap((set) => readSet(set) ?? [])
  return sets.length > 0 ? JSON.stringify(sets) : null
}

export const openAskedVerified = (kept: string): AskedVerified[] => z.array(askedSchema).parse(JSON.parse(kept))

/** One set; null where a rule of it cannot be met by us at all. */
function readSet(set: unknown): AskedVerified | null {
  if (!isRecord(set) || !isRecord(set.verification) || !isRecord(set.claims)) return null
  const { trust_framework, time, evidence, ...others } = set.verification
  // What we never tell may be asked for, but not required to be something.
  if (Object.values(others).some((element) => valuesOf(element) !== null)) return null
  const claims = Object.entries(set.claims).flatMap(([name, element]) => {
    const values = valuesOf(element)
    return (CLAIM_NAMES as readonly string[]).includes(name) ? [{ name, ...(values && { oneOf: values.map(valueMark) }) }] : []
  })
  const frameworks = valuesOf(trust_framework)
  return {
    claims,
    ...(frameworks && { frameworks: frameworks.map(String) }),
    ...('time' in set.verification && { time: readTime(time) }),
    ...('evidence' in set.verification && { evidence: readEvidence(evidence) }),
  }
}

const readTime = (element: unknown) => (isRecord(element) && typeof element.max_age === 'number' ? { maxAgeSeconds: element.max_age } : {})

/** Types of evidence that are asked for; null where any will do. */
function readEvidence(element: unknown): string[] | null {
  const types = (Array.isArray(element) ? element : []).map((each) => (isRecord(each) ? valuesOf(each.type) : null))
  return types.length === 0 || types.includes(null) ? null : types.flatMap((values) => (values ?? []).map(String))
}

/** `value` or `values`; null where any will do. @see OpenID Connect Core §5.5.1 */
function valuesOf(element: unknown): unknown[] | null {
  if (!isRecord(element)) return null
  if ('value' in element) return [element.value]
  return Array.isArray(element.values) ? element.values : null
}

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null && !Array.isArray(value)

function parse(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return null
  }
}
