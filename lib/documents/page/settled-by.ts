/**
 * Which of several readings of a zone the page settles: the only one whose names it spells to the letter.
 * @returns undefined when it spells none of them, or more than one
 */
export function settledBy<Compared extends { seen: { spellsNames: boolean } | 'contradicts' }>(readings: readonly Compared[]): Compared | undefined {
  const spelled = readings.filter(({ seen }) => seen !== 'contradicts' && seen.spellsNames)
  return spelled.length === 1 ? spelled[0] : undefined
}
