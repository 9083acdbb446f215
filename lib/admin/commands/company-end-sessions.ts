import { shutCompany } from '#lib/companies/access/shut-company'
import { type Command, printable, Refusal } from '../command'

export const companyEndSessions: Command = {
  words: ['company', 'end-sessions'],
  args: ['id'],
  summary: 'Log all members of a company out, and end their open links and its invitations. The audit log tells of it.',
  async run([id = '']) {
    const ended = await shutCompany(id)
    if (!ended) throw new Refusal(`There is no company ${printable(id)}: \`company list\` shows all of them.`)
    return [`Ended, of ${ended.members} members: sessions ${ended.sessions}, open links ${ended.links}, invitations ${ended.invites}.`]
  },
}
