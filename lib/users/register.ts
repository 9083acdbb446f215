import { type Client, deviceHashOf } from '#lib/accounts/client'
import { CONFIRM_SECONDS } from '#lib/accounts/links/lifetimes'
import { insertLink } from '#lib/accounts/links/store'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { databaseCode, type Prisma, transaction } from '#lib/core/db'
import { mailboxOf, readEmail } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { inEvenTime } from '#lib/core/even-time'
import { type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import type { Locale } from '#lib/i18n/locales'
import { enqueueMail } from '#lib/mail/outgoing-mail'
import { mailPerson } from '#lib/mail/person-mail'
import { renderMail } from '#lib/mail/templates/render-mail'
import { isKeptForAnother } from './account/address-undo-store'
import { openAccount } from './account/open-account'
import { deleteUnconfirmed, findIdByEmail } from './account/store'
import { recordActivity } from './activity/store'
import { insertAccount } from './create-person'
import { emailIndexesOf } from './email-index'

const FLOOR_MS = 400

export type Registration = { email: string; password: string; locale: Locale; interactionId?: string }

export type RegisterOutcome =
  | { kind: 'mailed'; browserSecret: string }
  | { kind: 'invalid_email' }
  | { kind: 'unfit_password'; fault: PasswordFault }
  | { kind: 'busy' }
  | Refusal

/**
 * Makes an account that waits for its address to be confirmed. A known address gets the same answer in the same time,
 * and its owner a mail; a registration that nobody confirmed is replaced.
 */
export async function register(
  { email: typed, password, locale, interactionId }: Registration,
  { network }: Pick<Client, 'network'>,
): Promise<RegisterOutcome> {
  const email = readEmail(typed)
  if (email === null) return { kind: 'invalid_email' }
  const fault = passwordFault(password, [email])
  if (fault) return { kind: 'unfit_password', fault }
  const allowance = await takeAllowance(
    { act: 'registration', realm: 'person', by: 'network', subject: network },
    { act: 'registration', realm: 'person', by: 'service', subject: '' },
    { act: 'registration', realm: 'person', by: 'mailbox', subject: mailboxOf(email) },
  )
  if (allowance.kind !== 'taken') return allowance

  // Ties the link to this browser: whoever prepares an account for somebody else's address gains nothing.
  const browserSecret = randomBase62(43)
  const write = async (tx: Prisma, passwordHash: string) => {
    const known = await findIdByEmail(tx, emailIndexesOf(email))
    if (known?.emailConfirmedAt) {
      const owner = await openAccount(tx, known.id)
      if (owner) await mailPerson(tx, owner, 'address_known', { path: '/recover' })
      return
    }
    if (await isKeptForAnother(tx, emailIndexesOf(email), null)) {
      // Of nobody's yet: the account it was changed away from may still take it back.
      await enqueueMail(tx, { operator: true }, 'address_kept', { to: email, ...renderMail('address_kept', locale, { url: env().BASE_URL }) })
      return
    }
    await deleteUnconfirmed(tx, emailIndexesOf(email))
    const id = await insertAccount(tx, { email, passwordHash, profile: { locale }, isEmailConfirmed: false })
    const { secret, hash: tokenHash } = issueSecret('sgm')
    const browserHash = deviceHashOf(browserSecret)
    const link = { tokenHash, purpose: 'confirm_email', browserHash, interactionId, lifetimeSeconds: CONFIRM_SECONDS } as const
    await insertLink(tx, { realm: 'person', id }, 0, link)
    await recordActivity(tx, id, 'account.created')
    await mailPerson(tx, { id, email, locale }, 'confirm_email', { path: `/confirm/${secret}` })
  }

  return inEvenTime(FLOOR_MS, async () => {
    const passwordHash = await hashPassword(password, network)
    if (passwordHash === null) return { kind: 'busy' }
    try {
      await transaction((tx) => write(tx, passwordHash))
    } catch (error) {
      // The same address registered twice at once: the other request sends the mail.
      if (!['P2002', '23505'].includes(databaseCode(error))) throw error
    }
    return { kind: 'mailed', browserSecret }
  })
}
