import { currentKey } from '#lib/core/keyring'
import { rewrap } from '#lib/rewrap/rewrap'
import { type Command, Refusal, table } from '../command'

export const keysRewrap: Command = {
  words: ['keys', 'rewrap'],
  args: [],
  summary: 'Seal everything under the first key of MASTER_KEY, so that the others can be left out.',
  async run() {
    const results = await rewrap()
    const rows = table(
      ['REWRAPPED', 'LEFT', 'TABLE'],
      results.map(({ table: name, rewrapped, left }) => [String(rewrapped), String(left), name]),
    )
    if (results.some(({ left }) => left > 0)) {
      throw new Refusal([...rows, 'Some rows are still under another key: list that key in MASTER_KEY and run this again.'].join('\n'))
    }
    return [...rows, `Everything is sealed under "${currentKey('wrap').id}". Keys that PEPPER needs must stay there.`]
  },
}
