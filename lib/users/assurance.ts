// Pages in the browser use this module too: it imports nothing.

/**
 * What stands behind a verified claim, weakest first. Spec: Levels of assurance.
 * `zone`: a machine-readable zone whose digits agree. `page`: a located page that says the same, and no sign of a screen.
 * `person`: the live face is the one in that page. `wallet`: the issuer's signature.
 */
export const ASSURANCES = ['zone', 'page', 'person', 'wallet'] as const

export type Assurance = (typeof ASSURANCES)[number]

export const isAssurance = (text: string): text is Assurance => (ASSURANCES as readonly string[]).includes(text)

export const reaches = (reached: Assurance, needed: Assurance): boolean => ASSURANCES.indexOf(reached) >= ASSURANCES.indexOf(needed)

export const higherOf = (one: Assurance, other: Assurance): Assurance => (reaches(one, other) ? one : other)

export const lowestOf = (levels: readonly Assurance[]): Assurance | undefined => ASSURANCES.find((level) => levels.includes(level))

/** What tells an age decides more than what tells a name: where nothing else is asked, it takes a live face. */
export const defaultFor = (claim: string): Assurance => (['birthdate', 'age_over_18', 'face_match'].includes(claim) ? 'person' : 'page')
