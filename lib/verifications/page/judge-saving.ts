import { ASSURANCES, type Assurance, reaches } from '#lib/users/assurance'

/**
 * What a kept claim's document is to the one that is shown: the same, another, or, where one of the two has no number that
 * is known, one that says nothing else.
 */
export type Kinship = 'same' | 'compatible' | 'other'

/** A claim as it is kept. Live: it has not run out and nobody contests it. */
export type KeptClaim = { name: string; assurance: Assurance; isLive: boolean; kinship: Kinship }

export type Showing = { assurance: Assurance; names: readonly string[] }

export type SavingVerdict = { kind: 'replace'; staying: string[] } | { kind: 'add' | 'keep' }

/**
 * What becomes of the claims of an account when a document was confirmed at a level. A weaker showing takes nothing away,
 * nor does one that tells less: or one company could, by asking for little, undo what another one is given. It adds what
 * the same document says besides.
 */
export function judgeSaving(kept: readonly KeptClaim[], { assurance, names }: Showing): SavingVerdict {
  const live = kept.filter(({ isLive }) => isLive)
  const isBeside = ({ kinship, name }: KeptClaim) => kinship === 'compatible' && !names.includes(name)
  const rivals = live.filter((claim) => !isBeside(claim))
  const highest = ASSURANCES.findLast((level) => rivals.some((claim) => claim.assurance === level))
  if (!highest || reaches(assurance, highest)) return { kind: 'replace', staying: live.filter(isBeside).map(({ name }) => name) }
  return { kind: rivals.some(({ assurance: level, kinship }) => level === highest && kinship !== 'other') ? 'add' : 'keep' }
}
