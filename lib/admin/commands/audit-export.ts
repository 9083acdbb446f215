import { exportAudit } from '#lib/audit/export-store'
import { toOcsf } from '#lib/audit/ocsf'
import { type Command, WrongUse } from '../command'

const AT_ONCE = 10_000

export const auditExport: Command = {
  words: ['audit', 'export'],
  args: [],
  summary: `The audit log of all companies as JSON lines in OCSF, oldest first, ${AT_ONCE} at once. <sequence>: metadata.sequence of the last line you have.`,
  options: { after: { type: 'string' } },
  optionsUsage: '[--after <sequence>]',
  async run(_, { after = '0' }) {
    if (!/^\d{1,18}$/.test(after)) throw new WrongUse('--after takes the metadata.sequence of a line.')
    return (await exportAudit(after, AT_ONCE)).map((row) => JSON.stringify(toOcsf(row)))
  },
}
