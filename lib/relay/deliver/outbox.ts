import { transaction } from '#lib/core/db'
import { enqueueMail } from '#lib/mail/outgoing-mail'
import { decodeWords } from '../head/encoded-words'
import { parseHead } from '../head/parse-head'
import { markDelivered, type QueuedMail } from '../store/deliver'
import type { WrittenMail } from './write-mail'

const SHOWN_BYTES = 16 * 1024

/** Without a smarthost, delivery is an entry in the development outbox: the mail as it would have left. */
export async function putIntoOutbox(queued: QueuedMail, userId: string | null, mail: WrittenMail): Promise<void> {
  const subject = parseHead(mail.head.toString('latin1').trimEnd()).find(({ name }) => name === 'subject')?.value ?? ''
  const text = Buffer.concat([mail.head, mail.bodyStart]).subarray(0, SHOWN_BYTES).toString('utf8').replaceAll('\r', '').replaceAll('\0', '')
  await transaction(async (tx) => {
    await enqueueMail(tx, userId === null ? { operator: true } : { userId }, 'forwarded', {
      to: mail.to,
      subject: decodeWords(subject),
      text,
      html: '',
    })
    await markDelivered([queued], tx)
  })
}
