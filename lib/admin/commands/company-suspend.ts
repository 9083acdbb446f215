import { suspendCompany } from '#lib/companies/access/suspend-company'
import type { Command } from '../command'
import { readReason, reportSuspension } from '../suspension-lines'

export const companySuspend: Command = {
  words: ['company', 'suspend'],
  args: ['id'],
  summary: 'Stop everything of a company: apps, tokens, API keys, members, deliveries. Nothing is lost. The audit log tells the reason.',
  options: { reason: { type: 'string' } },
  optionsUsage: '--reason <text>',
  async run([id = ''], options) {
    const outcome = await suspendCompany(id, readReason(options.reason))
    return reportSuspension('company', id, outcome, 'Suspended: nothing of it works from now on.', 'it is suspended already')
  },
}
