import { log } from '#lib/core/log'
import { recordHardBounce, tellBounce } from '../store/mailbox'
import { isMailboxFailure, type Status } from './delivery-status'

/** A forwarded mail came back for good. Enough of them and the person's mailbox is paused. */
export async function recordBounce(userId: string, bounceId: string, status: Status): Promise<void> {
  await tellBounce(bounceId, status)
  if (isMailboxFailure(status) && (await recordHardBounce(userId))) log.info({ status }, 'mailbox paused after bounces')
}
