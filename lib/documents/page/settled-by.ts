/**
 * Which of several readings of a zone the page settles: the only one whose names it spells to the letter.
 * @returns undefined when it spells none of them, or more than one
 */
export function settledBy<Zone>(spells: (zone: Zone) => boolean, zones: readonly Zone[]): Zone | undefined {
  const spelled = zones.filter(spells)
  return spelled.length === 1 ? spelled[0] : undefined
}
