/** Characters of a `purpose`, which says what something is wanted for. */
const [SHORTEST, LONGEST] = [3, 300]

/**
 * Whether some `purpose` in a request for `verified_claims`, at any depth, is too short or too long: then the request as a
 * whole is refused. What it says is the app's word, and is shown to nobody.
 * @returns what is wrong; null for nothing
 * @see OpenID Connect for Identity Assurance 1.0, `purpose`
 */
export function purposeFault(asked: unknown): string | null {
  if (typeof asked !== 'object' || asked === null) return null
  for (const [name, value] of Object.entries(asked)) {
    const isPurpose = name === 'purpose' && !Array.isArray(asked)
    if (isPurpose && !isOfLength(value)) return `purpose must have ${SHORTEST} to ${LONGEST} characters`
    const fault = purposeFault(value)
    if (fault !== null) return fault
  }
  return null
}

function isOfLength(purpose: unknown): boolean {
  if (typeof purpose !== 'string') return false
  const { length } = [...purpose]
  return length >= SHORTEST && length <= LONGEST
}
