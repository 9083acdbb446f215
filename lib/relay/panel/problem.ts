/** What a stored code means to the person. The texts are the panel's. */
export type ProblemKind = 'expired' | 'dropped' | 'full' | 'unknown' | 'refused' | 'later' | 'unreachable'

const KINDS: [RegExp, ProblemKind][] = [
  [/^expired$/, 'expired'],
  [/^too-much-held$/, 'dropped'],
  [/^[45]\.2\.2$|^[45]52$/, 'full'],
  [/^5\.1\.|^55[01]$|^5\.2\.1$/, 'unknown'],
  [/^5/, 'refused'],
  [/^4/, 'later'],
]

/** @param code SMTP status, reply code or system error code */
export const problemKind = (code: string): ProblemKind => KINDS.find(([pattern]) => pattern.test(code))?.[1] ?? 'unreachable'
