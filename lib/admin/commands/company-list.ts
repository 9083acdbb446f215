import { verificationStatus } from '#lib/companies/schema'
import { listCompanies } from '#lib/companies/verification/list-companies'
import { type Command, table, WrongUse } from '../command'
import { utcMinute } from '../company-lines'

export const companyList: Command = {
  words: ['company', 'list'],
  args: [],
  summary: `Companies, those that wait longest first. <status>: ${verificationStatus.options.join(', ')}.`,
  options: { status: { type: 'string' } },
  optionsUsage: '[--status <status>]',
  async run(_, { status }) {
    const wanted = verificationStatus.optional().safeParse(status)
    if (!wanted.success) throw new WrongUse(`--status takes one of ${verificationStatus.options.join(', ')}.`)
    const companies = await listCompanies(wanted.data)
    if (companies.length === 0) return [wanted.data ? `No company is ${wanted.data}.` : 'There is no company.']
    return table(
      ['ID', 'STATUS', 'SUBMITTED (UTC)', 'COUNTRY', 'REGISTRATION NO.', 'LEGAL NAME', 'NAME'],
      companies.map((company) => [
        company.id,
        company.verificationStatus,
        company.submittedAt ? utcMinute(company.submittedAt) : '-',
        company.country ?? '-',
        company.registrationNumber ?? '-',
        company.legalName ?? '-',
        company.name,
      ]),
    )
  },
}
