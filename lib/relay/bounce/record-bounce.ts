import { log } from '#lib/core/log'
import { markBounced } from '#lib/mail/store'
import { markReplyBounced } from '../reply/store'
import { learnSizeOfBounce, saysTooLarge } from '../sizes/sizes'
import { recordHardBounce, tellBounce } from '../store/pause'
import type { BounceOf } from './bounce-address'
import { type Status, saysMailboxIsGone } from './delivery-status'

/**
 * A mail came back for good. Enough forwarded ones that say the mailbox is gone, and their alias is paused; one of our own
 * that says so, and its person is asked whether their address still holds.
 */
export async function recordBounce({ of, bounceId }: { of: BounceOf; bounceId: string }, status: Status): Promise<void> {
  if (of === 'reply') return void (await markReplyBounced(bounceId, status))
  const isGone = saysMailboxIsGone(status)
  if (of === 'service') {
    const mailId = await markBounced(bounceId, status, isGone)
    if (mailId) log.warn({ mailId, status }, 'mail of ours came back')
    return
  }
  log.info({ status }, 'forwarded mail came back')
  if (saysTooLarge(status)) await learnSizeOfBounce(bounceId)
  if (!isGone) await tellBounce(bounceId, status)
  else if (await recordHardBounce(bounceId, status)) log.info({ status }, 'alias paused after bounces')
}
