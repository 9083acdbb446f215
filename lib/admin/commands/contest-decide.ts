import { decideContest, type Side } from '#lib/verifications/contest/decide-contest'
import { type Command, printable, Refusal, WrongUse } from '../command'

const isSide = (text: string | undefined): text is Side => text === 'earlier' || text === 'contesting'

const DONE: Record<Side, string> = {
  earlier: 'The document stays with the earlier account; what was suspended counts again. Both were told.',
  contesting: 'The document goes to the contesting account; what came from it is removed from the earlier one. Both were told.',
}

export const contestDecide: Command = {
  words: ['contest', 'decide'],
  args: ['id'],
  summary: 'Decide whose a contested document is. The accounts learn the decision, and nothing of each other.',
  options: { keep: { type: 'string' } },
  optionsUsage: '--keep earlier|contesting',
  async run([id = ''], { keep }) {
    if (!isSide(keep)) throw new WrongUse('--keep takes earlier or contesting.')
    const outcome = await decideContest(id, keep)
    if (outcome.kind === 'unknown') throw new Refusal(`There is no contest ${printable(id)}: \`contest list\` shows those that wait.`)
    if (outcome.kind === 'decided_before') throw new Refusal(`Nothing was changed: it was decided before (${outcome.state}).`)
    return [DONE[keep]]
  },
}
