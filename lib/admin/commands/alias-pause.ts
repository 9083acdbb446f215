import { stopAlias } from '#lib/relay/store/stop-alias'
import { aliasLocalPart, reportAlias } from '../alias-lines'
import type { Command } from '../command'

export const aliasPause: Command = {
  words: ['alias', 'pause'],
  args: ['address'],
  summary: 'Keep mail to an alias inside until it is resumed. Who writes sees no difference; its person does.',
  async run([address = '']) {
    return reportAlias(await stopAlias(aliasLocalPart(address)), 'Paused: mail to it waits inside, each for at most 14 days.', 'it is paused already')
  },
}
