/** One thing an observer was told: where it stood, and what stood there. */
export type Observation = readonly [path: string, value: string]

/** Everything one observer was told about one person: by path, in the order in which it came. */
export class View {
  readonly values = new Map<string, string[]>()

  add(observations: Iterable<Observation>): this {
    for (const [path, value] of observations) {
      const known = this.values.get(path)
      if (known) known.push(value)
      else this.values.set(path, [value])
    }
    return this
  }

  /** Everything of it, or of some paths only. */
  *observations(isWanted: (path: string) => boolean = () => true): Generator<Observation> {
    for (const [path, values] of this.values) if (isWanted(path)) for (const value of values) yield [path, value]
  }

  at = (path: string): readonly string[] => this.values.get(path) ?? []
}

/** Every path that at least one of the views has. */
export const pathsOf = (views: readonly View[]): string[] => [...new Set(views.flatMap((view) => [...view.values.keys()]))].sort()
