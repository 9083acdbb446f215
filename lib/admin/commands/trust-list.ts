import { utcDay } from '#lib/core/time'
import { listAnchors } from '#lib/wallet/trust/store'
import { type Command, table } from '../command'

export const trustList: Command = {
  words: ['trust', 'list'],
  args: [],
  summary: 'The certificates that issuers of credentials are trusted by.',
  async run() {
    const rows = await listAnchors()
    if (rows.length === 0) return ['No issuer is trusted: `trust add` and `trust import` list them.']
    return table(
      ['NAME', 'TYPES', 'TRUSTED UNTIL', 'HOW', 'FROM', 'FINGERPRINT'],
      rows.map(({ name, types, trusted_till: till, is_pinned: isPinned, source, fingerprint }) => [
        name,
        types.join(' '),
        till ? utcDay(new Date(till.getTime() - 1)) : 'it expires',
        isPinned ? 'pinned' : 'root',
        source,
        fingerprint,
      ]),
    )
  },
}
