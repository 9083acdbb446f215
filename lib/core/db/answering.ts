import { env } from '../env'

// A process may hold this module several times, once for endpoints and once for pages.
const shared = globalThis as typeof globalThis & { signetAway?: Set<number> }
shared.signetAway ??= new Set()
const away = shared.signetAway

/** Whether a primary answered when this process last looked. Where nobody looks, and where there is one only, each does. */
export const isAnswering = (nth: number): boolean => env().SHARD_PRIMARIES === 1 || !away.has(nth)

/** A primary that answers, once one of several does not; undefined while all do or none does. */
export function oneThatAnswers(): number | undefined {
  if (away.size === 0) return
  for (let nth = 0; nth < env().SHARD_PRIMARIES; nth++) if (!away.has(nth)) return nth
}

export function noteAnswer(nth: number, isThere: boolean): void {
  if (isThere) away.delete(nth)
  else away.add(nth)
}
