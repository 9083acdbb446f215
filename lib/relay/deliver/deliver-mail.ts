import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import { log } from '#lib/core/log'
import { recordBounce } from '../bounce/record-bounce'
import { noteSender } from '../senders/note-sender'
import { type DueMail, dropMail, holdMail, markFailed, markRewritten, type OpenMail, openMail, postpone } from '../store/deliver'
import { putIntoOutbox } from './outbox'
import { retryAfterSeconds } from './retry-schedule'
import { DeliveryProblem, type Smarthost } from './smarthost'
import { writeMail } from './write-mail'

/**
 * Delivers one mail, or decides what becomes of it.
 * @returns whether it has arrived and is still to be marked so
 */
export async function deliverMail({ id, attempts }: DueMail, smarthost: Smarthost | undefined): Promise<boolean> {
  const mail = await openMail(id)
  if (!mail) {
    await dropMail(id)
    return false
  }
  if (mail.is_held) {
    await holdMail(id)
    return false
  }
  if (mail.minds_sender && !mail.test_id && (await noteSender(mail)) === 'blocked') {
    await dropMail(id)
    return false
  }
  const written = await writeMail(mail)
  if (mail.test_id) await markRewritten(mail.test_id)
  if (!smarthost) {
    await putIntoOutbox(id, mail.user_id, written)
    return false
  }
  try {
    await smarthost.send(written)
    return true
  } catch (error) {
    if (!(error instanceof DeliveryProblem)) throw error
    await settle(id, attempts, mail, error)
    return false
  } finally {
    if (written.content instanceof Readable) written.content.destroy()
  }
}

/** Never a notice to the sender: it would say whether and where the person reads mail. */
async function settle(id: string, attempts: number, mail: OpenMail, { code, isFinal, isAboutAddress }: DeliveryProblem): Promise<void> {
  log.warn({ messageId: mail.message_id, attempts, code, isFinal }, 'mail not forwarded')
  if (!isFinal) return void (await postpone(id, retryAfterSeconds(attempts, randomInt(1000) / 1000), code))
  await markFailed(id, code)
  if (isAboutAddress && mail.bounce_id) await recordBounce({ of: 'alias', bounceId: mail.bounce_id }, code)
}
