import { resumeCompany } from '#lib/companies/access/suspend-company'
import type { Command } from '../command'
import { reportSuspension } from '../suspension-lines'

export const companyResume: Command = {
  words: ['company', 'resume'],
  args: ['id'],
  summary: 'Let a suspended company go on as it was.',
  async run([id = '']) {
    return reportSuspension('company', id, await resumeCompany(id), 'Resumed: all of it works as it did.', 'it is not suspended')
  },
}
