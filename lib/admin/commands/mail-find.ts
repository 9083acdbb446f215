import { findMail } from '#lib/relay/store/find-mail'
import { type Command, printable, Refusal, table } from '../command'
import { utcMinute } from '../company-lines'

export const mailFind: Command = {
  words: ['mail', 'find'],
  args: ['id'],
  summary: 'Where a mail is, by the id its sender was told (msg_…) or the log names (mai_…): waiting, held, forwarded, given up. Known for 14 days.',
  async run([id = '']) {
    const states = await findMail(id)
    if (states.length === 0)
      throw new Refusal(
        `Nothing is known of ${printable(id)}: it was never accepted, it went with the consent it was for, or it is over for more than 14 days. The log may know it.`,
      )
    return table(
      ['STATE', 'AT (UTC)', 'TRIES', 'NEXT TRY (UTC)', 'LAST ANSWER', 'BYTES'],
      states.map(({ state, at, tries, next_try_at, code, bytes }) => [
        state.replace('_', ' '),
        utcMinute(at),
        String(tries),
        next_try_at ? utcMinute(next_try_at) : '-',
        code ?? '-',
        bytes === null ? '-' : String(bytes),
      ]),
    )
  },
}
