import { resumeApp } from '#lib/apps/suspend-app'
import type { Command } from '../command'
import { reportSuspension } from '../suspension-lines'

export const appResume: Command = {
  words: ['app', 'resume'],
  args: ['id'],
  summary: 'Let a suspended app go on as it was.',
  async run([id = '']) {
    return reportSuspension('app', id, await resumeApp(id), 'Resumed: all of it works as it did.', 'it is not suspended')
  },
}
