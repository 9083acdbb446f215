import { findUnplaced } from '#lib/events/find-unplaced'
import { findBacklogs } from '#lib/webhooks/backlog-store'
import { type Command, table } from '../command'
import { utcMinute } from '../company-lines'

const SHOWN = 50

const time = (date: Date | null) => (date ? utcMinute(date) : '-')

export const events: Command = {
  words: ['events'],
  args: [],
  summary: 'What companies are told: where deliveries wait or fail, and since when. Ids and counts; neither addresses nor what is told.',
  async run() {
    const [backlogs, unplaced] = [await findBacklogs(SHOWN), await findUnplaced(SHOWN)]
    if (backlogs.length + unplaced.length === 0) return ['Nothing waits and nothing fails.']
    const rows = backlogs.map((one) => [
      one.company_id,
      one.id,
      one.kind,
      one.status,
      String(one.waiting),
      time(one.oldest),
      String(one.failures),
      time(one.failing_since),
      one.last_problem ?? '-',
    ])
    const late = unplaced.map((one) => [one.company_id, String(one.events), time(one.oldest)])
    return [
      ...(rows.length > 0
        ? table(['COMPANY', 'ADDRESS', 'KIND', 'STATUS', 'WAITING', 'OLDEST (UTC)', 'FAILURES', 'SINCE (UTC)', 'LAST PROBLEM'], rows)
        : []),
      ...(late.length > 0 ? ['', 'Not in their log yet; does a worker run?', ...table(['COMPANY', 'EVENTS', 'OLDEST (UTC)'], late)] : []),
    ]
  },
}
