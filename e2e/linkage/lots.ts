import { createHash } from 'node:crypto'

/** Chance that can be repeated: the same seed, the same lots. */
export class Lots {
  private count = 0

  constructor(private readonly seed: string) {}

  /** A whole number below the limit. */
  below(limit: number): number {
    return (
      createHash('sha256')
        .update(`${this.seed} ${this.count++}`)
        .digest()
        .readUIntBE(0, 6) % limit
    )
  }

  shuffled<Item>(items: readonly Item[]): Item[] {
    return items
      .map((item) => [this.below(2 ** 47), item] as const)
      .sort(([a], [b]) => a - b)
      .map(([, item]) => item)
  }

  /** Half of them, chosen by lot. */
  half = <Item>(items: readonly Item[]): Item[] => this.shuffled(items).slice(0, items.length / 2)
}

/** Works through the items in their order, some at a time. */
export async function inLanes<Item>(items: readonly Item[], lanes: number, work: (item: Item) => Promise<unknown>): Promise<void> {
  const waiting = [...items]
  const lane = async () => {
    for (let item = waiting.shift(); item !== undefined; item = waiting.shift()) await work(item)
  }
  await Promise.all(Array.from({ length: lanes }, lane))
}
