import { shutPerson } from '#lib/users/account/shut-person'
import { type Command, Refusal } from '../command'

export const personEndSessions: Command = {
  words: ['person', 'end-sessions'],
  args: ['email or id'],
  summary: 'Log a person out everywhere, and end their waiting log-ins and open links. Their history tells of it.',
  async run([who = '']) {
    const ended = await shutPerson(who)
    if (!ended) throw new Refusal('There is no such person.')
    return [`Ended: sessions ${ended.sessions}, waiting log-ins ${ended.logIns}, open links ${ended.links}.`]
  },
}
