import { createTransport, type Transporter } from 'nodemailer'
import { domainOf, readEmail } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { isDemoAddress } from '#lib/core/environment'
import { log } from '#lib/core/log'
import { shardOf } from '#lib/core/shard'
import type { Queue } from '#lib/jobs/work-queue'
import { bounceAddress, newBounceId } from '#lib/relay/bounce/bounce-address'
import { dkimSigner } from '#lib/relay/deliver/dkim-keys'
import { judgeRefusal, NOT_AN_ADDRESS, type SmtpFault } from './judge-refusal'
import { DELIVER_MAIL, type MailContent, openMail } from './outgoing-mail'
import { findWaitingMail, markDelivered, markProblem, nameForBounces } from './store'
import { withLogo } from './with-logo'

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
    await send(id, openMail({ id, contentSealed: mail.content_sealed, masterKeyId: mail.master_key_id }))
  } catch (error) {
    const { code, isFinal } = judgeRefusal(error as SmtpFault)
    log.warn({ mailId: id, code }, isFinal ? 'mail of ours given up' : 'mail of ours not sent yet')
    await markProblem(id, code)
    return isFinal ? 'done' : 'later'
  }
  await markDelivered(id)
  log.info({ mailId: id }, 'mail of ours sent')
  return 'done'
}

async function send(id: string, content: MailContent): Promise<void> {
  const url = env().SMTP_URL
  if (!url || isDemoAddress(content.to)) return
  transport ??= createTransport(url)
  const address = readEmail(content.to)
  if (address === null) throw Object.assign(new Error('this mail is for no address'), NOT_AN_ADDRESS)
  // Texts would be parsed as lists, and whoever wrote them would decide how many mails go where.
  const from = { name: 'Signet', address: env().MAIL_FROM }
  const to = { name: '', address }
  const bounces = bounceAddress(await nameForBounces(id, newBounceId(shardOf(id))), new Date(), 'service')
  await transport.sendMail({ ...(await withLogo(content)), from, to, envelope: { from: bounces, to }, dkim: await ownSignature(from.address) })
}

/** Signed for the domain that people see in From, so that a mail their provider passes on is still believed. @see RFC 7489 §3.1.1 */
async function ownSignature(from: string) {
  const { selector, key } = await dkimSigner()
  return { domainName: domainOf(from), keySelector: selector, privateKey: key.export({ type: 'pkcs8', format: 'pem' }).toString() }
}
