import { findCompanies } from '#lib/audit/chain/store'
import { verifyChain } from '#lib/audit/chain/verify-chain'
import { type Command, Refusal } from '../command'

export const auditVerify: Command = {
  words: ['audit', 'verify'],
  args: [],
  summary: 'Reads the audit logs as they are bound, all or that of <company>, and names the first line of each that was changed, moved or taken out.',
  options: { company: { type: 'string' } },
  optionsUsage: '[--company <company>]',
  async run(_, { company }) {
    const said: string[] = []
    let [total, removed] = [0, 0]
    for (const id of company === undefined ? await findCompanies() : [company]) {
      const { lines, pruned, brokenAt } = await verifyChain(id)
      total += lines
      removed += pruned
      if (brokenAt === 'beginning') said.push(`${id}: its beginning is not where Signet ended it`)
      else if (brokenAt === 'end') said.push(`${id}: lines are missing behind line ${pruned + lines}`)
      else if (brokenAt !== null) said.push(`${id}: line ${brokenAt}, after ${lines} whole ones`)
    }
    if (said.length > 0) throw new Refusal(`The audit log is not what was written:\n${said.join('\n')}`)
    return [`${total} lines, each as it was written${removed > 0 ? `; ${removed} older ones are kept no longer, as their companies chose` : ''}.`]
  },
}
