import { grouped } from '#lib/core/grouped'
import { findUnplacedParts, type Unplaced } from './outgoing-store'

/** Companies with events that are to be told and have no place in their log yet: a worker gives them one within a second. */
export async function findUnplaced(atMost: number): Promise<Unplaced[]> {
  const companies = grouped(await findUnplacedParts(), ({ company_id }) => company_id)
  const sums = [...companies].map(([company_id, parts]) => ({
    company_id,
    events: parts.reduce((sum, { events }) => sum + events, 0),
    oldest: new Date(Math.min(...parts.map(({ oldest }) => oldest.getTime()))),
  }))
  return sums.sort((one, other) => one.oldest.getTime() - other.oldest.getTime()).slice(0, atMost)
}
