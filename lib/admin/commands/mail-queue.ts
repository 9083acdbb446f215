import { listWaitingMails, sumWaitingMails } from '#lib/relay/store/queue'
import { type Command, table } from '../command'
import { utcMinute } from '../company-lines'

const SHOWN = 50

export const mailQueue: Command = {
  words: ['mail', 'queue'],
  args: [],
  summary: 'Mail that has not left yet, ours, forwarded and held: how much, since when, how often it was tried and why it waits.',
  async run() {
    const sums = await sumWaitingMails()
    if (sums.length === 0) return ['No mail waits.']
    const mails = await listWaitingMails(SHOWN)
    const all = sums.reduce((sum, { mails: count }) => sum + count, 0)
    return [
      ...table(
        ['KIND', 'MAILS', 'OLDEST (UTC)', 'LAST ANSWERS'],
        sums.map(({ kind, mails: count, oldest, problems }) => [kind, String(count), utcMinute(oldest), problems?.join(' ') ?? '-']),
      ),
      '',
      ...table(
        ['ID', 'KIND', 'SINCE (UTC)', 'TRIES', 'NEXT TRY (UTC)', 'LAST ANSWER'],
        mails.map((mail) => [
          mail.id,
          mail.kind,
          utcMinute(mail.since),
          String(mail.tries),
          mail.next_try_at ? utcMinute(mail.next_try_at) : '-',
          mail.problem ?? '-',
        ]),
      ),
      ...(all > SHOWN ? [`… and ${all - SHOWN} more.`] : []),
    ]
  },
}
