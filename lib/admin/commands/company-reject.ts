import { decideVerification } from '#lib/companies/verification/decide-verification'
import { singleLine } from '#lib/core/outside-text'
import { type Command, WrongUse } from '../command'
import { reportDecision } from '../company-lines'

const MAX_REASON = 500

export const companyReject: Command = {
  words: ['company', 'reject'],
  args: ['id'],
  summary: 'Refuse a pending company, or take the badge of a verified one. The company reads the reason.',
  options: { reason: { type: 'string' } },
  optionsUsage: '--reason <text>',
  async run([id = ''], options) {
    const reason = singleLine(MAX_REASON).safeParse(options.reason)
    if (!reason.success) throw new WrongUse(`--reason is required: one line of at most ${MAX_REASON} characters, which the company reads.`)
    return reportDecision(id, await decideVerification(id, { event: 'reject', reason: reason.data }), 'Rejected. The details were:')
  },
}
