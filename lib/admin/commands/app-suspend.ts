import { suspendApp } from '#lib/apps/suspend-app'
import type { Command } from '../command'
import { readReason, reportSuspension } from '../suspension-lines'

export const appSuspend: Command = {
  words: ['app', 'suspend'],
  args: ['id'],
  summary: 'Stop an app: log-ins, tokens, verifications; mail to its aliases waits. Nothing is lost. The audit log tells the reason.',
  options: { reason: { type: 'string' } },
  optionsUsage: '--reason <text>',
  async run([id = ''], options) {
    const outcome = await suspendApp(id, readReason(options.reason))
    return reportSuspension('app', id, outcome, 'Suspended: nothing of it works from now on.', 'it is suspended already')
  },
}
