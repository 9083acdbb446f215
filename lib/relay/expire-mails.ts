import { log } from '#lib/core/log'
import { countMail } from './mail-metrics'
import { expireQueuedMails } from './store/deliver'

/** Gives up mail that could not be delivered in time; its person sees `expired`. */
export async function expireMails(): Promise<void> {
  for (const { message_id: messageId } of await expireQueuedMails('expired')) {
    log.warn({ messageId, code: 'expired' }, 'mail given up')
    countMail('given_up')
  }
}
