import { randomInt } from 'node:crypto'
import { Readable } from 'node:stream'
import { isDemoAddress } from '#lib/core/environment'
import { log } from '#lib/core/log'
import { recordBounce } from '../bounce/record-bounce'
import { type Draft, openDraft } from '../head/draft'
import { countMail } from '../mail-metrics'
import { noteSender } from '../senders/note-sender'
import { learnSize, saysTooLarge } from '../sizes/sizes'
import { type DueMail, dropMail, holdForLook, holdMail, markFailed, markRewritten, type OpenMail, openMail, postpone } from '../store/deliver'
import { judgeSender } from './judge-sender'
import { putIntoOutbox } from './outbox'
import { retryAfterSeconds } from './retry-schedule'
import { DeliveryProblem, type Smarthost } from './smarthost'
import { writeMail } from './write-mail'

/**
 * Delivers one mail, or decides what becomes of it.
 * @returns whether it has arrived and is still to be marked so
 */
export async function deliverMail(due: DueMail, smarthost: Smarthost | undefined): Promise<boolean> {
  const mail = await openMail(due)
  if (!mail) {
    await dropMail(due)
    return false
  }
  const { message_id: messageId } = mail
  if (mail.is_held) {
    await holdMail(due)
    log.info({ messageId }, 'mail held')
    return false
  }
  const draft = openDraft(messageId, mail.head_sealed, mail.message_key_id)
  const verdict = mail.user_id === null || mail.test_id ? UNJUDGED : judgeSender(judgedMail(mail, draft))
  const isBlocked = mail.minds_sender && !mail.test_id && (await noteSender(mail, draft.address)) === 'blocked'
  if (isBlocked || verdict.kind === 'refuse') {
    await dropMail(due)
    log.info({ messageId }, 'mail dropped')
    countMail('dropped')
    return false
  }
  if (verdict.kind === 'hold') {
    await holdForLook(due, verdict.why)
    log.info({ messageId, why: verdict.why }, 'mail held')
    countMail('held')
    return false
  }
  const written = await writeMail(mail, draft, verdict.mark)
  if (mail.test_id) await markRewritten(mail.test_id)
  if (!smarthost || isDemoAddress(written.to)) {
    await putIntoOutbox(due, mail.user_id, written)
    return false
  }
  try {
    await smarthost.send(written)
    log.info({ messageId, attempts: due.attempts }, 'mail forwarded')
    countMail('forwarded')
    return true
  } catch (error) {
    if (!(error instanceof DeliveryProblem)) throw error
    await settle(due, mail, written.to, error)
    return false
  } finally {
    if (written.content instanceof Readable) written.content.destroy()
  }
}

const UNJUDGED = { kind: 'deliver', mark: null } as const

const judgedMail = (mail: OpenMail, { address, isProven, isSuspect, isFlagged }: Draft) => ({
  address,
  isProven,
  isSuspect,
  isFlagged,
  mailDomains: mail.mail_domains ?? [],
  choice: mail.other_mail,
  isReleased: mail.is_released,
})

/** Never a notice to the sender: it would say whether and where the person reads mail. */
async function settle(due: DueMail, mail: OpenMail, to: string, problem: DeliveryProblem): Promise<void> {
  const { code, isFinal, isAboutAddress } = problem
  const { attempts } = due
  log.warn({ messageId: mail.message_id, attempts, code }, isFinal ? 'mail given up' : 'mail not forwarded yet')
  if (!isFinal) return void (await postpone(due, retryAfterSeconds(attempts, randomInt(1000) / 1000), code))
  countMail('given_up')
  await markFailed(due, code)
  if (saysTooLarge(code)) await learnSize(to, mail.bytes)
  if (isAboutAddress && mail.bounce_id) await recordBounce({ of: 'alias', bounceId: mail.bounce_id }, code)
}
