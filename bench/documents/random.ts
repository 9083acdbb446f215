/** Numbers that follow from a seed alone, so that every picture can be made again. */
export type Random = {
  /** 0 ≤ value < 1 */
  next(): number
  between(least: number, most: number): number
  /** Both ends included. */
  whole(least: number, most: number): number
  pick<T>(list: readonly T[]): T
  chance(probability: number): boolean
  /** Of mean 0 and deviation 1. */
  gauss(): number
}

/** @param seed any text; what is drawn and how it is photographed take different ones */
export function createRandom(seed: string): Random {
  const next = generator(hashesOf(seed))
  const between = (least: number, most: number) => least + (most - least) * next()
  return {
    next,
    between,
    whole: (least, most) => Math.floor(between(least, most + 1)),
    pick: <T>(list: readonly T[]) => list[Math.floor(next() * list.length)] as T,
    chance: (probability) => next() < probability,
    gauss: () => Math.sqrt(-2 * Math.log(1 - next())) * Math.cos(2 * Math.PI * next()),
  }
}

/** FNV-1a from four beginnings. */
function hashesOf(seed: string): Uint32Array {
  const hashes = Uint32Array.of(2166136261, 2654435769, 1013904223, 3266489917)
  for (const character of seed) {
    for (let index = 0; index < 4; index++) hashes[index] = Math.imul((hashes[index] as number) ^ (character.codePointAt(0) as number), 16777619)
  }
  return hashes
}

/** "Small fast counter" of 128 bits. @see https://pracrand.sourceforge.net */
function generator(state: Uint32Array): () => number {
  const next = () => {
    const [a, b, c, counter] = state as unknown as [number, number, number, number]
    const result = (a + b + counter) >>> 0
    state.set([b ^ (b >>> 9), (c + (c << 3)) >>> 0, ((c << 21) | (c >>> 11)) + result, counter + 1])
    return result / 2 ** 32
  }
  for (let round = 0; round < 15; round++) next()
  return next
}
