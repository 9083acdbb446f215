import { purgeExpired } from '#lib/purge/purge-expired'
import { type Command, table } from '../command'

export const purge: Command = {
  words: ['purge'],
  args: [],
  summary: 'Remove what expired, as the worker does every minute. Ctrl-C stops it at any time.',
  async run() {
    const removed = Object.entries(await purgeExpired(new AbortController().signal))
    if (removed.length === 0) return ['Nothing was left to remove.']
    return table(
      ['ROWS', 'TABLE'],
      removed.map(([name, rows]) => [String(rows), name]),
    )
  },
}
