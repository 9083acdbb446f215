import { decideVerification } from '#lib/companies/verification/decide-verification'
import type { Command } from '../command'
import { reportDecision } from '../company-lines'

export const companyVerify: Command = {
  words: ['company', 'verify'],
  args: ['id'],
  summary: 'Confirm what a pending company submitted; its apps carry the badge from now on.',
  async run([id = '']) {
    return reportDecision(id, await decideVerification(id, { event: 'verify' }), 'Verified. The badge stands for:')
  },
}
