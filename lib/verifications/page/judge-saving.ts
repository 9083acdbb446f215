import { ASSURANCES, type Assurance, reaches } from '#lib/users/assurance'

/** A claim as it is kept. Live: it has not run out and nobody contests it. */
export type KeptClaim = { assurance: Assurance; isLive: boolean; isOfThisDocument: boolean }

/**
 * What becomes of the claims of an account when a document was confirmed at a level. A weaker showing takes nothing away:
 * or one company could, by asking for little, undo what another one is given. It adds what the same document says besides.
 */
export function judgeSaving(kept: readonly KeptClaim[], assurance: Assurance): 'replace' | 'add' | 'keep' {
  const live = kept.filter(({ isLive }) => isLive)
  const highest = ASSURANCES.findLast((level) => live.some((claim) => claim.assurance === level))
  if (!highest || reaches(assurance, highest)) return 'replace'
  return live.some(({ assurance: level, isOfThisDocument }) => level === highest && isOfThisDocument) ? 'add' : 'keep'
}
