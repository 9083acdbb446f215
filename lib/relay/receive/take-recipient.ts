import { isServiceBounceId } from '#lib/mail/store'
import { type BounceOf, bounceIn } from '../bounce/bounce-address'
import { destinationOf } from '../destination'
import { localHash } from '../reply/reverse-address'
import { findReverse, isReplyBounceId } from '../reply/store'
import { findLiveAlias, isBounceId } from '../store/receive'
import { isRoomForRoleMail } from '../store/role-mail'
import { networkHash } from './network-hash'
import { Refusal } from './reply'

/** Somebody a message was accepted for. */
export type Recipient =
  | { kind: 'alias'; grantId: string; rejectsOthers: boolean }
  | { kind: 'bounce'; of: BounceOf; bounceId: string }
  | { kind: 'role' }
  | { kind: 'reply'; local: string }

/**
 * Whether an address takes mail now. Unknown, withdrawn, switched off, deleted and forged are one answer.
 * @throws Refusal
 */
export async function takeRecipient(address: string, ip: string): Promise<Recipient> {
  const destination = destinationOf(address)
  switch (destination.kind) {
    case 'foreign':
      throw new Refusal('otherDomain')
    case 'unknown':
      throw new Refusal('noSuchAddress')
    case 'role':
      if (!(await isRoomForRoleMail(networkHash(ip)))) throw new Refusal('tooMuchRoleMail')
      return { kind: 'role' }
    case 'bounce':
      return bounceRecipient(destination.localPart)
    case 'reply':
      if (!(await findReverse(localHash(destination.localPart)))) throw new Refusal('noSuchAddress')
      return { kind: 'reply', local: destination.localPart }
    case 'alias':
      return aliasRecipient(destination.localPart)
  }
}

async function bounceRecipient(localPart: string): Promise<Recipient> {
  const bounce = bounceIn(localPart, new Date())
  if (!bounce || !(await isKnown(bounce))) throw new Refusal('noSuchAddress')
  return { kind: 'bounce', ...bounce }
}

const KNOWN = { alias: isBounceId, service: isServiceBounceId, reply: isReplyBounceId } satisfies Record<BounceOf, unknown>

const isKnown = ({ of, bounceId }: { of: BounceOf; bounceId: string }) => KNOWN[of](bounceId)

async function aliasRecipient(localPart: string): Promise<Recipient> {
  const alias = await findLiveAlias(localPart)
  if (!alias) throw new Refusal('noSuchAddress')
  if (alias.is_over_rate) throw new Refusal('notNow')
  return { kind: 'alias', grantId: alias.grant_id, rejectsOthers: alias.rejects_others }
}
