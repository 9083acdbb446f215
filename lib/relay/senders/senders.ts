import { transaction, withDatabase } from '#lib/core/db'
import { readEmail } from '#lib/core/email-address'
import { requireAccount } from '#lib/users/account/open-account'
import { recordActivity } from '#lib/users/activity/store'
import { type AliasKey, openSender, sealSender, senderHash } from './sealed-sender'
import { block, blockListed, countBlocked, findSenders, forgetSenders, setKeepsSenders, unblock } from './store'

/** So many one alias may have blocked. */
const MOST_BLOCKED = 200

export type Sender = { handle: string; address: string; mails: number; lastMailAt: Date | null; isBlocked: boolean; dropped: number }

/** Who wrote to the person's aliases lately, as far as they want to see it, and whom they blocked, by app. */
export const readSenders = (userId: string): Promise<Map<string, Sender[]>> =>
  withDatabase(async (db) => {
    const { vault } = await requireAccount(db, userId)
    const byApp = new Map<string, Sender[]>()
    for (const row of await findSenders(db, userId)) {
      const sender = {
        handle: Buffer.from(row.senderHash).toString('base64url'),
        address: openSender(vault.openSecret, row),
        mails: row.mails,
        lastMailAt: row.lastMailAt,
        isBlocked: row.blockedAt !== null,
        dropped: row.dropped,
      }
      byApp.set(row.appId, [...(byApp.get(row.appId) ?? []), sender])
    }
    return byApp
  })

/** From now on, or no more; with no more what was listed is forgotten at once. @returns whether anything changed */
export const listSenders = (key: AliasKey, isWanted: boolean): Promise<boolean> =>
  transaction(async (tx) => {
    const hasChanged = await setKeepsSenders(tx, key, isWanted)
    if (!isWanted) await forgetSenders(tx, key)
    return hasChanged
  })

/** Whom to block: one of the list, by the handle that `readSenders` gave, or an address that was typed in. */
export type WhomToBlock = { handle: string } | { address: string }

/** Mail from somebody to this alias is accepted and dropped from now on. */
export const blockSender = (key: AliasKey, whom: WhomToBlock): Promise<'blocked' | 'unreadable' | 'too_many' | 'unchanged'> =>
  transaction(async (tx) => {
    const address = 'address' in whom ? readEmail(whom.address) : null
    if ('address' in whom && address === null) return 'unreadable'
    const { vault } = await requireAccount(tx, key.userId)
    if ((await countBlocked(tx, key)) >= MOST_BLOCKED) return 'too_many'
    const isBlocked =
      address === null
        ? await blockListed(tx, key, Buffer.from((whom as { handle: string }).handle, 'base64url'))
        : await block(tx, { ...key, hash: senderHash(key, address), sealed: sealSender(vault.sealSecret, key, address) })
    if (!isBlocked) return 'unchanged'
    await recordActivity(tx, key.userId, 'alias.sender_blocked', key.appId)
    return 'blocked'
  })

/** @param handle as `readSenders` gave it @returns whether they were blocked */
export const unblockSender = (key: AliasKey, handle: string): Promise<boolean> =>
  transaction(async (tx) => {
    const isUnblocked = await unblock(tx, key, Buffer.from(handle, 'base64url'))
    if (isUnblocked) await recordActivity(tx, key.userId, 'alias.sender_unblocked', key.appId)
    return isUnblocked
  })
