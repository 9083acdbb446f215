import { randomInt, timingSafeEqual } from 'node:crypto'
import { deviceHashOf } from '#lib/accounts/client'
import { forgetWaitOf } from '#lib/accounts/links/mail-code-store'
import { insertLink, type LinkPurpose } from '#lib/accounts/links/store'
import type { Prisma } from '#lib/core/db'
import { blindIndex } from '#lib/core/sealed'
import { issueSecret } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'

const DIGITS = 6

/** What goes into one mail: six digits for the page that waits, and the secret of the link. */
export type MailCode = { code: string; token: string }

type Wish = { purpose: LinkPurpose['person']; browserSecret: string; lifetimeSeconds: number }

/** A code is worth something in the browser that asked for it only. Its fingerprint is keyed: a million could be tried at once. */
const codeHashOf = (browserHash: Buffer, code: string) => blindIndex('mail-code', `${browserHash.toString('hex')} ${code}`)

export const isCodeOf = (browserHash: Buffer, typed: string, codeHash: Buffer): boolean => timingSafeEqual(codeHashOf(browserHash, typed), codeHash)

/** The digits of whatever was typed or pasted; null when they are not six. @see Unicode Standard Annex 15, for full-width ones */
export function readCode(typed: string): string | null {
  const digits = typed.normalize('NFKC').replace(/\D/g, '')
  return digits.length === DIGITS ? digits : null
}

/**
 * Opens a way on for the browser that asked, in the transaction of the mail; what it waited for before is over.
 * @param accessVersion under which the account was read; null for an account that was made this moment
 * @returns null when who can get in has changed since: nothing must be mailed
 */
export async function issueMailCode(tx: Prisma, id: string, accessVersion: number | null, wish: Wish): Promise<MailCode | null> {
  const browserHash = deviceHashOf(wish.browserSecret)
  const code = String(randomInt(10 ** DIGITS)).padStart(DIGITS, '0')
  const { secret: token, hash: tokenHash } = issueSecret('sgm', shardOf(id))
  await forgetWaitOf(tx, { ownerId: id, browserHash })
  const { purpose, lifetimeSeconds } = wish
  const link = { tokenHash, purpose, browserHash, codeHash: codeHashOf(browserHash, code), lifetimeSeconds }
  return (await insertLink(tx, { realm: 'person', id }, accessVersion, link)) ? { code, token } : null
}
