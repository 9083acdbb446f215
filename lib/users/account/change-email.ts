import { countAttempt } from '#lib/core/attempts'
import { databaseCode, type Prisma, prismaTransaction, withDatabase } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import { blindIndex, type Place } from '#lib/core/sealed'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { mailPerson } from '#lib/mail/person-mail'
import { recordActivity } from '../activity/store'
import { consumeMailLink, findMailLink, insertMailLink } from '../mail-links/store'
import { emailSchema } from '../schema'
import { type OpenAccount, openAccount, requireAccount } from './open-account'
import { findIdByEmail, setEmail } from './store'

const LINK_SECONDS = 3600
const MAILS_AN_HOUR = 5
const FLOOR_MS = 300

const place = (userId: string): Place => ({ table: 'mail_links', row: userId, column: 'email_sealed' })

export type RequestEmailChangeOutcome = { kind: 'mailed'; email: string } | { kind: 'invalid_email' | 'same' | 'throttled' }

/**
 * Sends a link to a new address. The answer, and its time, are the same for an address that has an account; its owner
 * is told by mail instead.
 */
export async function requestEmailChange(userId: string, typed: string): Promise<RequestEmailChangeOutcome> {
  const parsed = emailSchema.safeParse(typed)
  if (!parsed.success) return { kind: 'invalid_email' }
  const email = parsed.data
  const account = await withDatabase((db) => requireAccount(db, userId))
  if (account.email === email) return { kind: 'same' }
  const { failures } = await countAttempt(blindIndex('throttle', `change-email ${userId}`), 3600)
  if (failures > MAILS_AN_HOUR) return { kind: 'throttled' }
  await inEvenTime(FLOOR_MS, () => prismaTransaction((tx) => mailLinkTo(tx, account, email)))
  return { kind: 'mailed', email }
}

async function mailLinkTo(tx: Prisma, account: OpenAccount, email: string): Promise<void> {
  const known = await findIdByEmail(tx, blindIndex('email', email))
  const owner = known && (await openAccount(tx, known.id))
  if (owner) {
    await mailPerson(tx, owner, 'address_known', { path: '/recover' })
    return
  }
  const { secret, hash: tokenHash } = issueSecret('sgm')
  const emailSealed = account.vault.sealSecret(email, place(account.id))
  await insertMailLink(tx, { tokenHash, userId: account.id, purpose: 'change_email', emailSealed, lifetimeSeconds: LINK_SECONDS })
  await mailPerson(tx, { ...account, email }, 'change_email', { path: `/account/email/${secret}` })
}

/** The address a link of this person leads to; null for any other link. */
export async function readEmailChange(userId: string, token: string): Promise<string | null> {
  const link = await findMailLink(secretHashes('sgm', token), 'change_email')
  if (!link?.emailSealed || link.userId !== userId) return null
  const { vault } = await withDatabase((db) => requireAccount(db, userId))
  return vault.openSecret(link.emailSealed, place(userId))
}

/** Changes the address and tells the old one. @returns false when the link is spent or the address was taken meanwhile */
export async function changeEmail(userId: string, token: string): Promise<boolean> {
  const email = await readEmailChange(userId, token)
  if (email === null) return false
  try {
    return await prismaTransaction(async (tx) => {
      if (!(await consumeMailLink(tx, secretHashes('sgm', token), 'change_email', userId))) return false
      const account = await requireAccount(tx, userId)
      await setEmail(tx, userId, blindIndex('email', email), account.vault.sealEmail(email))
      await recordActivity(tx, userId, 'account.email_changed')
      await mailPerson(tx, account, 'email_changed', { path: '/account/security' })
      return true
    })
  } catch (error) {
    if (['P2002', '23505'].includes(databaseCode(error))) return false
    throw error
  }
}
