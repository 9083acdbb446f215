import { deleteAnchor } from '#lib/wallet/trust/store'
import { type Command, printable, Refusal } from '../command'

export const trustRemove: Command = {
  words: ['trust', 'remove'],
  args: ['fingerprint'],
  summary: 'Trust a certificate no longer, from the next presentation on. <fingerprint>: as `trust list` shows it.',
  async run([fingerprint = '']) {
    const removed = await deleteAnchor(fingerprint.toLowerCase().replaceAll(':', ''))
    if (removed === null) throw new Refusal('There is no such certificate: `trust list` shows those there are.')
    return [`${printable(removed.name)} is trusted no longer.`]
  },
}
