import type { ParseArgsConfig } from 'node:util'

type Options = NonNullable<ParseArgsConfig['options']>

/**
 * One command of the operator's command line. It lives in a file of its own under `commands/` and is listed in
 * `main.ts`; arguments are read and counted before `run` sees them.
 */
export type Command = {
  /** The words that call it, such as `['company', 'verify']`. */
  words: readonly string[]
  /** What each argument after the words is. */
  args: readonly string[]
  summary: string
  options?: Options
  /** The options as the help shows them. */
  optionsUsage?: string
  /** @returns the lines to print. @throws Refusal when it cannot be done, WrongUse when it was called wrongly */
  run(args: readonly string[], options: Readonly<Record<string, string | undefined>>): Promise<string[]>
}

/** It was understood and cannot be done; the message says why and what to do. */
export class Refusal extends Error {}

/** It was not understood; the message says what is wrong with the call. */
export class WrongUse extends Error {}

/** Names come from outside: nothing in them may steer the operator's terminal. */
export const printable = (text: string) => text.replace(/\p{C}/gu, '\u{FFFD}')

/** Rows under their headings, each column as wide as it needs. */
export function table(headings: string[], rows: string[][]): string[] {
  const all = [headings, ...rows.map((row) => row.map(printable))]
  const widths = headings.map((_, column) => Math.max(...all.map((row) => [...(row[column] ?? '')].length)))
  return all.map((row) =>
    row
      .map((cell, column) => cell + ' '.repeat((widths[column] ?? 0) - [...cell].length))
      .join('  ')
      .trimEnd(),
  )
}
