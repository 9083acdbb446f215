import { startAlias } from '#lib/relay/store/stop-alias'
import { aliasLocalPart, reportAlias } from '../alias-lines'
import type { Command } from '../command'

export const aliasResume: Command = {
  words: ['alias', 'resume'],
  args: ['address'],
  summary: 'Let mail to a paused alias through again, with what waited.',
  async run([address = '']) {
    return reportAlias(await startAlias(aliasLocalPart(address)), 'Resumed: a worker sends what waited.', 'the operator did not pause it')
  },
}
