import { log } from '#lib/core/log'
import { recordHardBounce, tellBounce } from '../store/pause'
import { type Status, saysMailboxIsGone } from './delivery-status'

/** A forwarded mail came back for good. Enough of them that say the mailbox is gone, and this alias is paused. */
export async function recordBounce(bounceId: string, status: Status): Promise<void> {
  if (!saysMailboxIsGone(status)) await tellBounce(bounceId, status)
  else if (await recordHardBounce(bounceId, status)) log.info({ status }, 'alias paused after bounces')
}
