import type { FieldName } from '../types'

/** Of a zone, what its characters may leave open and a page may show. */
type Zone = { surname: string; givenNames: string; documentNumber: string }

/**
 * Which of several readings of a zone the page settles: the only one whose names, number or whatever else is open it spells
 * to the letter.
 * @param besides fields that must be spelled although all readings have the same
 * @returns undefined when it spells none of them, or more than one
 */
export function settledBy<Z extends Zone>(
  spells: (zone: Z, fields: readonly FieldName[]) => boolean,
  zones: readonly Z[],
  besides: readonly FieldName[] = [],
): Z | undefined {
  const differ = (of: (zone: Z) => string) => new Set(zones.map(of)).size > 1
  const names = differ(({ surname, givenNames }) => `${surname}  ${givenNames}`) ? (['surname', 'given_names'] as const) : []
  const number = differ(({ documentNumber }) => documentNumber) ? (['document_number'] as const) : []
  const open = [...names, ...number, ...besides]
  const spelled = open.length === 0 ? [] : zones.filter((zone) => spells(zone, open))
  return spelled.length === 1 ? spelled[0] : undefined
}
