import type { Terminal } from './terminal'

/** Headings, each with the width that nearly every value under it fits into. */
type Columns = Readonly<Record<string, number>>

/** Lines under headings: in columns for somebody who looks, apart by tabs for a program. The headings come with the first line. */
export class Table {
  #hasBegun = false

  constructor(
    private readonly terminal: Terminal,
    private readonly columns: Columns,
  ) {}

  add(values: readonly (string | number)[]): void {
    if (!this.#hasBegun) this.#say(Object.keys(this.columns).map((heading) => heading.toUpperCase()))
    this.#hasBegun = true
    this.#say(values.map(String))
  }

  #say(cells: string[]): void {
    const { isWatched = false, say } = this.terminal
    const widths = Object.values(this.columns)
    say(
      isWatched
        ? cells
            .map((cell, nth) => cell.padEnd(widths[nth] ?? 0))
            .join('  ')
            .trimEnd()
        : cells.join('\t'),
    )
  }
}
