import { pathsOf, type View } from './observation'

/**
 * What a clever observer makes of a path: not only the value, but its first and last, all of them in order, how many,
 * what pieces they are made of, what time or number or place in an order they stand for.
 */
export type Features = {
  /** Texts that can be equal. Of a person who has several, any can. */
  labels: Feature<readonly string[]>[]
  /** Pieces of texts: a shared part of two ids. */
  pieces: Feature<readonly string[]>[]
  /** Seconds, or any other number. */
  numbers: Feature<number | undefined>[]
  /** Things with an order: numbers, and texts that may be sorted. */
  ranks: Feature<number | string | undefined>[]
}

/** One value for each person. */
export type Feature<Value> = { name: string; of: readonly Value[] }

const PIECE = 8
const LONGEST_TEXT = 400

export function featuresOf(views: readonly View[]): Features {
  const features: Features = { labels: [], pieces: [], numbers: [], ranks: [] }
  const seen = new Set<string>()
  const keyOf = (kind: unknown) => Object.values(features).indexOf(kind as never)
  /** Not the same thing twice, and nothing that is the same for everybody. */
  const add = <Value>(kind: Feature<Value>[], name: string, of: readonly Value[]) => {
    const texts = of.map((value) => JSON.stringify(value))
    const key = `${keyOf(kind)} ${name.split(' → ')[0]} ${texts}`
    if (seen.has(key) || new Set(texts).size < 2) return
    seen.add(key)
    kind.push({ name, of })
  }
  for (const path of pathsOf(views)) {
    const all = views.map((view) => view.at(path))
    const one = (pick: (values: readonly string[]) => string | undefined) => all.map((values) => [pick(values)].filter((text) => text !== undefined))
    const first = one((values) => values[0])
    const last = one((values) => values.at(-1))
    add(features.labels, path, first)
    if (all.some((values) => values.length > 1)) {
      add(features.labels, `${path} → last`, last)
      add(
        features.labels,
        `${path} → in order`,
        one((values) => (values.length > 0 ? values.join('\n') : undefined)),
      )
      add(
        features.labels,
        `${path} → together`,
        one((values) => (values.length > 0 ? [...values].sort().join('\n') : undefined)),
      )
      add(
        features.labels,
        `${path} → any`,
        all.map((values) => [...new Set(values)]),
      )
    }
    add(
      features.labels,
      `${path} → how many`,
      all.map(({ length }) => [String(length)]),
    )
    add(features.pieces, `${path} → pieces`, withoutCommon(all.map((values) => [...new Set(values.flatMap(piecesOf))])))
    for (const [which, texts] of [
      ['', first],
      [' → last', last],
    ] as const) {
      const numbers = texts.map(([text]) => (text === undefined ? undefined : numberIn(text)))
      if (numbers.some((number) => number !== undefined)) {
        add(features.numbers, path + which, numbers)
        add(features.ranks, path + which, numbers)
        for (const [unit, seconds] of Object.entries({ minute: 60, hour: 3600, day: 86_400 }))
          add(
            features.labels,
            `${path}${which} → ${unit}`,
            numbers.map((number) => (number === undefined ? [] : [`${unit} ${Math.floor(number / seconds)}`])),
          )
      } else {
        add(
          features.ranks,
          path + which,
          texts.map(([text]) => text),
        )
      }
    }
  }
  return features
}

/** Every run of so many characters, letters' case aside. */
function piecesOf(text: string): string[] {
  if (text.length < PIECE || text.length > LONGEST_TEXT || numberIn(text) !== undefined) return []
  const lower = text.toLowerCase()
  return Array.from({ length: lower.length - PIECE + 1 }, (_, at) => lower.slice(at, at + PIECE))
}

/** What more than half of the people have tells nobody apart. */
function withoutCommon(pieces: string[][]): string[][] {
  const count = new Map<string, number>()
  for (const piece of pieces.flat()) count.set(piece, (count.get(piece) ?? 0) + 1)
  return pieces.map((own) => own.filter((piece) => (count.get(piece) as number) <= pieces.length / 2))
}

/** A number as it is; a time, however it is written, in seconds. */
export function numberIn(text: string): number | undefined {
  if (/^-?\d{1,16}(\.\d{1,9})?$/.test(text)) {
    const number = Number(text)
    // Milliseconds since 1970.
    return number > 1e12 && number < 1e13 ? number / 1000 : number
  }
  if (!/\d{1,2}:\d\d|^\d{4}-\d\d-\d\d/.test(text) || text.length > 60) return undefined
  const time = Date.parse(text)
  return Number.isNaN(time) ? undefined : time / 1000
}
