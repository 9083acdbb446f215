/** Numbers in [0, 1) that are the same on every machine for the same seed. */
export type Random = () => number

/** Mulberry32: 32 bits of state, enough for pictures and weights, not for secrets. */
export function seededRandom(seed: number): Random {
  let state = seed >>> 0
  return () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
}

export const between = (random: Random, low: number, high: number) => low + (high - low) * random()

export const integerBetween = (random: Random, low: number, high: number) => Math.floor(between(random, low, high + 1))

export const oneOf = <T>(random: Random, choices: readonly T[]): T => choices[Math.floor(random() * choices.length)] as T

/** Standard normal. @see Box and Muller 1958 */
export const gaussian = (random: Random) => Math.sqrt(-2 * Math.log(1 - random())) * Math.cos(2 * Math.PI * random())
