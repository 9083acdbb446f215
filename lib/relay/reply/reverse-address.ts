import { blindIndex } from '#lib/core/sealed'
import { hashOn, randomForUs, shardForUs, shardOf } from '#lib/core/shard'
import type { PersonVault } from '#lib/users/person'
import { replyDomain } from '../destination'
import { type AliasKey, plainSender } from '../senders/sealed-sender'
import { reversePlace } from './open-reply'
import { ensureReverse } from './store'

const MAX_REMEMBERED = 10_000

/** Addresses that this process gave out: every mail names one, and most name one of before. */
const remembered = new Map<string, string>()

const PREFIX = 'r-'

/** Only its person sees it: in mail that is forwarded to them. */
export const localHash = (local: string) => hashOn(shardForUs('reverse', local.slice(PREFIX.length), 'base32'), blindIndex('reverse', local))

const correspondentHash = ({ userId, appId }: AliasKey, address: string) =>
  blindIndex('correspondent', JSON.stringify([userId, appId, plainSender(address)]))

/** The address by which a person answers somebody from their alias; null when there is no alias any more. */
export async function reverseAddress(vault: PersonVault, key: AliasKey, correspondent: string): Promise<string | null> {
  const hash = correspondentHash(key, correspondent)
  const name = hash.toString('base64url')
  const known = remembered.get(name) ?? (await giveAddress(vault, key, hash, correspondent))
  if (known === null) return null
  if (remembered.size >= MAX_REMEMBERED) remembered.clear()
  remembered.set(name, known)
  return `${known}@${replyDomain()}`
}

async function giveAddress(vault: PersonVault, key: AliasKey, hash: Buffer, correspondent: string): Promise<string | null> {
  const local = `${PREFIX}${randomForUs(shardOf(key.userId), 'reverse', 16, 'base32')}`
  const sealed = await ensureReverse({
    user_id: key.userId,
    app_id: key.appId,
    correspondent_hash: hash,
    correspondent_sealed: vault.sealSecret(plainSender(correspondent), reversePlace(key.userId, key.appId, hash, 'correspondent_sealed')),
    local_hash: localHash(local),
    local_sealed: vault.sealSecret(local, reversePlace(key.userId, key.appId, hash, 'local_sealed')),
  })
  return sealed && vault.openSecret(sealed, reversePlace(key.userId, key.appId, hash, 'local_sealed'))
}
