import { bounceIdIn } from '../bounce/bounce-address'
import { destinationOf } from '../destination'
import { findBouncedUser, findLiveAlias } from '../store/receive'
import { Refusal } from './reply'

/** Somebody a message was accepted for. */
export type Recipient =
  | { kind: 'alias'; grantId: string; emailIndex: Buffer }
  | { kind: 'bounce'; bounceId: string; userId: string }
  | { kind: 'role' }

/**
 * Whether an address takes mail now. Unknown, withdrawn, switched off, deleted and forged are one answer.
 * @throws Refusal
 */
export async function takeRecipient(address: string): Promise<Recipient> {
  const destination = destinationOf(address)
  switch (destination.kind) {
    case 'foreign':
      throw new Refusal('otherDomain')
    case 'unknown':
      throw new Refusal('noSuchAddress')
    case 'role':
      return { kind: 'role' }
    case 'bounce':
      return bounceRecipient(destination.localPart)
    case 'alias':
      return aliasRecipient(destination.localPart)
  }
}

async function bounceRecipient(localPart: string): Promise<Recipient> {
  const bounceId = bounceIdIn(localPart, new Date())
  const userId = bounceId && (await findBouncedUser(bounceId))
  if (!bounceId || !userId) throw new Refusal('noSuchAddress')
  return { kind: 'bounce', bounceId, userId }
}

async function aliasRecipient(localPart: string): Promise<Recipient> {
  const alias = await findLiveAlias(localPart)
  if (!alias) throw new Refusal('noSuchAddress')
  if (alias.is_paused || alias.is_over_rate) throw new Refusal('notNow')
  return { kind: 'alias', grantId: alias.grant_id, emailIndex: alias.email_index }
}
