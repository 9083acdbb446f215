import { suspendPerson } from '#lib/users/account/suspend-person'
import { type Command, Refusal } from '../command'

export const personSuspend: Command = {
  words: ['person', 'suspend'],
  args: ['email or id'],
  summary: 'Let nobody into an account, end what is open, and let no app use its consents. Nothing is lost. Their history tells of it.',
  async run([who = '']) {
    const outcome = await suspendPerson(who)
    if (outcome.kind !== 'done') throw new Refusal('Nothing was changed: there is no such person, or they are suspended already.')
    const { sessions, logIns, links } = outcome.ended
    return [`Suspended. Ended: sessions ${sessions}, waiting log-ins ${logIns}, open links ${links}.`]
  },
}
