import { chanceOfMatches, leastChance } from '../chance'
import type { Feature } from '../features'
import type { Join } from './join'

type Texts = Feature<readonly string[]>

/** Paths in which people have a text in common with themselves. */
export function* sharedTexts(kind: 'equal' | 'piece', mine: readonly Texts[], theirs: readonly Texts[], worth: number): Generator<Join> {
  const people = mine[0]?.of.length ?? 0
  const sets = theirs.map(({ of }) => of.map((texts) => new Set(texts)))
  for (const [a, hitsOf] of hitsByPair(mine, theirs, people).entries()) {
    const { name: here, of } = mine[a] as Texts
    for (const [b, hits] of hitsOf.entries()) {
      if (leastChance(people, hits) >= worth) continue
      const isShared = (i: number, j: number) => (of[i] as readonly string[]).some((text) => sets[b]?.[j]?.has(text))
      const chance = chanceOfMatches(isShared, people, hits)
      if (chance < worth) yield { kind, here, there: theirs[b]?.name as string, hits, people, chance }
    }
  }
}

/** How many people have a text in common, for each pair of paths: by looking texts up, as there are many pairs. */
function hitsByPair(mine: readonly Texts[], theirs: readonly Texts[], people: number): Uint16Array[] {
  const hits = mine.map(() => new Uint16Array(theirs.length))
  for (let person = 0; person < people; person++) {
    const places = new Map<string, number[]>()
    for (const [b, { of }] of theirs.entries()) {
      for (const text of of[person] as readonly string[]) {
        const known = places.get(text)
        if (known) known.push(b)
        else places.set(text, [b])
      }
    }
    for (const [a, { of }] of mine.entries()) {
      const found = new Set((of[person] as readonly string[]).flatMap((text) => places.get(text) ?? []))
      const row = hits[a] as Uint16Array
      for (const b of found) row[b] = (row[b] as number) + 1
    }
  }
  return hits
}
