import { transaction } from '#lib/core/db'
import { env } from '#lib/core/env'
import { log } from '#lib/core/log'
import type { Payload } from '#lib/jobs/store'
import type { Queue } from '#lib/jobs/work-queue'
import { enqueueMail } from '#lib/mail/outgoing-mail'
import { PersonVault } from '#lib/users/person'
import { BodyHash } from '../body/body-hash'
import { bounceAddress } from '../bounce/bounce-address'
import { dkimSigner } from '../deliver/dkim-keys'
import { dkimSignature } from '../deliver/dkim-signature'
import { retryAfterSeconds } from '../deliver/retry-schedule'
import { DeliveryProblem, Smarthost } from '../deliver/smarthost'
import { parseHead } from '../head/parse-head'
import { openReplyTo, replyPlace } from './open-reply'
import { findWaitingReply, markReply } from './store'
import { SEND_REPLY } from './take-reply'

let smarthost: Smarthost | undefined

/** Sends what people answer from their aliases, signed for the alias's domain. */
export const sendReplyQueue: Queue = {
  kind: SEND_REPLY,
  lanes: 2,
  maxTries: Number.POSITIVE_INFINITY,
  work: send,
  giveUp: async () => {},
  retrySeconds: (tries) => retryAfterSeconds(tries, 0.5),
}

async function send({ user, reply }: Payload): Promise<'done' | 'later'> {
  const [userId, id] = [String(user), String(reply)]
  const row = await findWaitingReply(userId, id)
  if (!row) return 'done'
  const vault = PersonVault.of({ id: userId, dataKeySealed: row.data_key_sealed, masterKeyId: row.user_key_id })
  const to = openReplyTo(vault, userId, id, row.to_sealed)
  const text = vault.openSecret(row.content_sealed, replyPlace(userId, id, 'content_sealed'))
  const url = env().SMTP_URL
  if (!url) {
    await transaction(async (tx) => {
      await enqueueMail(tx, { userId }, 'reply', { to, subject: '', text: text.slice(0, 16_384), html: '' })
      await markReply(userId, id, 'sent', null, tx)
    })
    return 'done'
  }
  smarthost ??= new Smarthost(url)
  try {
    await smarthost.send({ from: bounceAddress(row.bounce_id, new Date(), 'reply'), to, content: await signed(text), hasEightBit: false })
  } catch (error) {
    if (!(error instanceof DeliveryProblem)) throw error
    const isOver = error.isFinal || row.is_over
    log.warn({ replyId: id, code: error.code }, isOver ? 'reply given up' : 'reply not sent yet')
    await markReply(userId, id, isOver ? 'failed' : 'waiting', error.code)
    return isOver ? 'done' : 'later'
  }
  await markReply(userId, id, 'sent', null)
  log.info({ replyId: id }, 'reply sent')
  return 'done'
}

async function signed(text: string): Promise<Buffer> {
  const split = text.indexOf('\r\n\r\n')
  const hash = new BodyHash()
  hash.push(Buffer.from(text.slice(split + 4)))
  const lines = parseHead(text.slice(0, split)).map(({ raw }) => raw)
  const signature = await dkimSignature(lines, hash.end(), await dkimSigner(), new Date())
  return Buffer.from(`${signature}\r\n${text}`)
}
