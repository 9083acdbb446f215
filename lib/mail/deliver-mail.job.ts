import { createTransport, type Transporter } from 'nodemailer'
import { readEmail } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import type { Queue } from '#lib/jobs/work-queue'
import { DELIVER_MAIL, type MailContent, openMail } from './outgoing-mail'
import { findWaitingMail, markDelivered, markProblem } from './store'

/** @see RFC 5321 §4.2.3 */
const NOT_AN_ADDRESS = 553

let transport: Transporter | undefined

/**
 * Sends our mails. With `SMTP_URL` they go to that smarthost; without, on the embedded default, the table of mails itself
 * is the development outbox and delivery is the mark. What a smarthost does not take yet is tried for as long as it is kept.
 */
export const deliverMailQueue: Queue = {
  kind: DELIVER_MAIL,
  lanes: 1,
  maxTries: Number.POSITIVE_INFINITY,
  work: ({ mail }) => deliver(String(mail)),
  giveUp: async () => {},
  retrySeconds: (tries) => 60 * Math.min(2 ** (tries - 1), 240),
}

async function deliver(id: string): Promise<'done' | 'later'> {
  const mail = await findWaitingMail(id)
  if (!mail) return 'done'
  try {
    await send(openMail({ id, contentSealed: mail.content_sealed, masterKeyId: mail.master_key_id }))
  } catch (error) {
    const { code, isFinal } = problemOf(error)
    log.warn({ mailId: id, code }, 'mail not delivered')
    await markProblem(id, code)
    return isFinal ? 'done' : 'later'
  }
  await markDelivered(id)
  return 'done'
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
