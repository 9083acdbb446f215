import { createTransport, type Transporter } from 'nodemailer'
import { readEmail } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import { type MailContent, openMail } from './outgoing-mail'
import { markDelivered, markProblem, takeDueMail } from './store'

/** @see RFC 5321 §4.2.3 */
const NOT_AN_ADDRESS = 553

let transport: Transporter | undefined

/**
 * Sends every mail that is due. With `SMTP_URL` it goes to that smarthost; without, on the embedded default, the queue
 * itself is the development outbox and delivery is the mark.
 * @returns how many were taken
 */
export async function deliverDueMails(): Promise<number> {
  let taken = 0
  for (let mail = await takeDueMail(); mail; mail = await takeDueMail()) {
    taken++
    try {
      await send(openMail({ id: mail.id, contentSealed: mail.content_sealed, masterKeyId: mail.master_key_id }))
      await markDelivered(mail.id)
    } catch (error) {
      const { code, isFinal } = problemOf(error)
      await markProblem(mail.id, code, isFinal)
      log.warn({ mailId: mail.id, attempts: mail.attempts, code }, 'mail not delivered')
    }
  }
  return taken
}

async function send(content: MailContent): Promise<void> {
  const url = env().SMTP_URL
  if (!url) return
  transport ??= createTransport(url)
  const address = readEmail(content.to)
  if (address === null) throw Object.assign(new Error('this mail is for no address'), { responseCode: NOT_AN_ADDRESS })
  // Texts would be parsed as lists, and whoever wrote them would decide how many mails go where.
  const from = { name: 'Signet', address: env().MAIL_FROM }
  const to = { name: '', address }
  await transport.sendMail({ ...content, from, to, envelope: { from, to } })
}

/** A 5xx reply is final; everything else is tried again. Texts are dropped: they quote the address. @see RFC 5321 §4.2.1 */
function problemOf(error: unknown): { code: string; isFinal: boolean } {
  const { responseCode, code } = error as { responseCode?: number; code?: string }
  return { code: String(responseCode ?? code ?? 'unknown'), isFinal: responseCode !== undefined && responseCode >= 500 }
}
