import { resumePerson } from '#lib/users/account/suspend-person'
import { type Command, Refusal } from '../command'

export const personResume: Command = {
  words: ['person', 'resume'],
  args: ['email or id'],
  summary: 'Let a suspended person in again; what apps may do for them is as it was.',
  async run([who = '']) {
    if (!(await resumePerson(who))) throw new Refusal('Nothing was changed: there is no such person, or they are not suspended.')
    return ['Resumed. They log in anew.']
  },
}
