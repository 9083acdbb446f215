import { listContests } from '#lib/verifications/contest/list-contests'
import type { Checks } from '#lib/verifications/schema'
import { type Command, table } from '../command'
import { utcMinute } from '../company-lines'

const HEADINGS = [
  'ID',
  'STATE',
  'OPENED (UTC)',
  'ANSWERED',
  'DECIDED',
  'EARLIER ACCOUNT',
  'EARLIER CHECKS',
  'CONTESTING ACCOUNT',
  'CONTESTING CHECKS',
]

const time = (date: Date | null) => (date ? utcMinute(date) : '-')

/** Verdicts in one word each, such as `mrz_check_digits:pass`. */
const verdicts = (checks: Checks | null) =>
  checks
    ? Object.entries(checks)
        .map((verdict) => verdict.join(':'))
        .join(' ')
    : '-'

export const contestList: Command = {
  words: ['contest', 'list'],
  args: [],
  summary: 'Documents that two accounts say are theirs, the oldest first. --all yes: those decided, too.',
  options: { all: { type: 'string' } },
  optionsUsage: '[--all yes]',
  async run(_, { all }) {
    const contests = await listContests({ onlyOpen: all !== 'yes' })
    if (contests.length === 0) return ['No contest waits for a decision.']
    return table(
      HEADINGS,
      contests.map((contest) => [
        contest.id,
        contest.state,
        time(contest.openedAt),
        time(contest.answeredAt),
        time(contest.decidedAt),
        contest.holderId,
        verdicts(contest.holderChecks),
        contest.contestingId,
        verdicts(contest.contestingChecks),
      ]),
    )
  },
}
