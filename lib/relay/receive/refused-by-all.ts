import { type JudgedMail, judgeSender } from '../deliver/judge-sender'
import { findMailDomains } from '../store/receive'
import type { Recipient } from './take-recipient'

/**
 * Whether everybody a message is for wants mail that is not from the app refused, and it is none of any of these apps. Where one of them takes it,
 * it is accepted, and the others' copies are thrown away when their turn comes.
 */
export async function isRefusedByAll(
  recipients: readonly Recipient[],
  mail: Pick<JudgedMail, 'address' | 'isProven' | 'isSuspect' | 'isFlagged'>,
): Promise<boolean> {
  const aliases = recipients.filter((recipient) => recipient.kind === 'alias')
  if (aliases.length === 0 || !aliases.every(({ rejectsOthers }) => rejectsOthers)) return false
  const domains = await findMailDomains(aliases.map(({ grantId }) => grantId))
  return domains.every((mailDomains) => judgeSender({ ...mail, mailDomains, choice: 'reject', isReleased: false }).kind === 'refuse')
}
