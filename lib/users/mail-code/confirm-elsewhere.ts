import { leaveAddress } from '#lib/accounts/addresses/leave-address'
import { markProvenElsewhere } from '#lib/accounts/links/mail-code-store'
import { findLink } from '#lib/accounts/links/store'
import { transaction } from '#lib/core/db'
import { blindIndex } from '#lib/core/sealed'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { deleteUnconfirmedAccount } from '../account/store'

const CHOICES = 3

/** Two-digit numbers that a value stands for, always the same: whoever loads the page anew learns nothing from it. */
function* numbersOf(value: string): Generator<number> {
  for (let i = 0; ; i++) yield 10 + (blindIndex('mail-code', `number ${i} ${value}`).readUInt32BE() % 90)
}

/** The number on the page of the browser that asked. */
export const numberOf = (browserHash: Buffer): number => numbersOf(browserHash.toString('hex')).next().value as number

/**
 * What the page behind a confirmation link shows in a browser that did not ask: numbers, one of which stands on the page
 * that did. Whoever does not see that page did not begin this.
 * @returns null when the link is no longer good
 */
export async function readConfirmationElsewhere(token: string): Promise<{ numbers: number[] } | null> {
  const link = await findLink('person', secretHashes('sgm', token), 'confirm_email')
  if (!link?.browserHash) return null
  const numbers = new Set([numberOf(link.browserHash)])
  for (const number of numbersOf(`other ${link.browserHash.toString('hex')}`)) {
    if (numbers.size === CHOICES) break
    numbers.add(number)
  }
  return { numbers: [...numbers].sort((one, other) => one - other) }
}

export type ElsewhereOutcome = 'confirmed' | 'refused' | 'expired'

/**
 * Confirms an address for the browser that asked, which goes on by itself; this one is not logged in. A wrong number is the
 * answer of somebody who did not begin this: the registration is over, so that nobody gets an account for another's address
 * by having its owner press a button.
 */
export async function confirmElsewhere(token: string, number: number | null): Promise<ElsewhereOutcome> {
  const hashes = secretHashes('sgm', token)
  const link = await findLink('person', hashes, 'confirm_email')
  if (!link?.browserHash) return 'expired'
  if (number !== numberOf(link.browserHash)) {
    await leaveAddress({ realm: 'person', id: link.ownerId }, () => transaction((tx) => deleteUnconfirmedAccount(tx, link.ownerId)))
    return 'refused'
  }
  return (await transaction((tx) => markProvenElsewhere(tx, hashes, issueSecret('sgm', shardOf(link.ownerId)).hash))) ? 'confirmed' : 'expired'
}
