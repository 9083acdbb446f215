import { claimAddress } from '#lib/accounts/addresses/claim-address'
import type { ClaimedAddress } from '#lib/accounts/addresses/claimed-address'
import { findByAddress, type Holder } from '#lib/accounts/addresses/find-holder'
import { withAddress } from '#lib/accounts/addresses/settle-addresses'
import { type Client, deviceHashOf } from '#lib/accounts/client'
import type { NewPasskey } from '#lib/accounts/credentials/store'
import { CONFIRM_SECONDS } from '#lib/accounts/links/lifetimes'
import { findWaitOf } from '#lib/accounts/links/mail-code-store'
import { keepFirstPasskey } from '#lib/accounts/passkeys/keep-first-passkey'
import type { Ask } from '#lib/accounts/throttles/allowances'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { databaseCode, type Prisma, transaction } from '#lib/core/db'
import { mailboxOf, readEmail } from '#lib/core/email-address'
import { env } from '#lib/core/env'
import { inEvenTime } from '#lib/core/even-time'
import { type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'
import { newIdOn } from '#lib/core/shard'
import type { Locale } from '#lib/i18n/locales'
import { enqueueMail } from '#lib/mail/outgoing-mail'
import { mailPerson } from '#lib/mail/person-mail'
import { renderMail } from '#lib/mail/templates/render-mail'
import { openAccount } from './account/open-account'
import { recordActivity } from './activity/store'
import { PEOPLE_ADDRESSES } from './addresses'
import { insertAccount } from './create-person'
import type { Waiting } from './mail-code/answer-mail-code'
import { issueMailCode } from './mail-code/issue-mail-code'
import { mailLogInCode } from './mail-code/request-log-in-code'

const FLOOR_MS = 400

/**
 * @property password null for an account that is opened with a passkey, or with codes by mail
 * @property passkey made for it a moment ago, and the id it was made for
 */
export type Registration = {
  email: string
  password: string | null
  locale: Locale
  passkey?: { accountId: string; credential: NewPasskey }
}

export type RegisterOutcome =
  | { kind: 'mailed'; browserSecret: string }
  | { kind: 'invalid_email' }
  | { kind: 'unfit_password'; fault: PasswordFault }
  | { kind: 'busy' }
  | Refusal

/**
 * Makes an account that waits for its address to be confirmed. A known address gets the same answer in the same time, and
 * its owner a mail with a code for the account there is; a registration that nobody confirmed is replaced.
 */
export async function register(
  { email: typed, password, locale, passkey }: Registration,
  { network }: Pick<Client, 'network'>,
): Promise<RegisterOutcome> {
  const email = readEmail(typed)
  if (email === null) return { kind: 'invalid_email' }
  const fault = password === null ? null : passwordFault(password, [email])
  if (fault) return { kind: 'unfit_password', fault }
  const allowance = await takeAllowance(...asksFor(email, network))
  if (allowance.kind !== 'taken') return allowance

  // Ties the link to this browser: whoever prepares an account for somebody else's address gains nothing.
  const browserSecret = randomBase62(43)
  const write = async (tx: Prisma, address: ClaimedAddress<'person'>, passwordHash: string | null) => {
    const id = await insertAccount(tx, address, { email, passwordHash, profile: { locale }, isEmailConfirmed: false })
    if (passkey) await keepFirstPasskey({ realm: 'person', id }, passkey.credential)
    await recordActivity(tx, id, 'account.created')
    await mailConfirmation(tx, { id, email, locale }, browserSecret)
  }
  const tell = async (tx: Prisma, { id, hold }: Holder) => {
    if (hold !== 'kept') return mailLogInCode(tx, id, browserSecret, 'address_known')
    // Of nobody's yet: the account it was changed away from may still take it back.
    await enqueueMail(tx, { operator: true }, 'address_kept', { to: email, ...renderMail('address_kept', locale, { url: env().BASE_URL }) })
  }

  return inEvenTime(FLOOR_MS, async () => {
    const passwordHash = password === null ? null : await hashPassword(password, network)
    if (passwordHash === null && password !== null) return { kind: 'busy' }
    const claim = await claimAddress(PEOPLE_ADDRESSES, email, passkey?.accountId ?? newIdOn('usr'))
    // Where it is being registered at this moment, the other request sends the mail.
    if (claim.kind === 'held') await transaction((tx) => tell(tx, claim.holder))
    if (claim.kind === 'claimed') {
      try {
        await withAddress(claim.address, () => transaction((tx) => write(tx, claim.address, passwordHash)))
      } catch (error) {
        // The same passkey brought twice: the other request sends the mail.
        if (!['P2002', '23505'].includes(databaseCode(error))) throw error
      }
    }
    return { kind: 'mailed', browserSecret }
  })
}

async function mailConfirmation(tx: Prisma, person: { id: string; email: string; locale: Locale }, browserSecret: string): Promise<void> {
  const issued = await issueMailCode(tx, person.id, null, { purpose: 'confirm_email', browserSecret, lifetimeSeconds: CONFIRM_SECONDS })
  if (issued) await mailPerson(tx, person, 'confirm_email', { code: issued.code, path: `/confirm/${issued.token}` })
}

/** Sends the mail of a registration once more, with another code; for a known address the one that its owner gets. */
export const mailRegistrationAgain = ({ secret, email }: Waiting, { network }: Pick<Client, 'network'>): Promise<{ kind: 'mailed' } | Refusal> =>
  inEvenTime(FLOOR_MS, async () => {
    const allowance = await takeAllowance(...asksFor(email, network))
    if (allowance.kind !== 'taken') return allowance
    const known = await findByAddress(PEOPLE_ADDRESSES, email)
    const waiting = await findWaitOf({ ownerId: known?.id ?? null, browserHash: deviceHashOf(secret) })
    await transaction(async (tx) => {
      const account = known && (await openAccount(tx, known.id))
      if (!account) return
      if (known.isConfirmed) return mailLogInCode(tx, known.id, secret, 'address_known')
      // A registration of another browser is none of this one's.
      if (waiting?.ownerId === known.id) await mailConfirmation(tx, account, secret)
    })
    return { kind: 'mailed' }
  })

const asksFor = (email: string, network: string): Ask[] => [
  { act: 'registration', realm: 'person', by: 'network', subject: network },
  { act: 'registration', realm: 'person', by: 'service', subject: '' },
  { act: 'registration', realm: 'person', by: 'day', subject: mailboxOf(email) },
  { act: 'registration', realm: 'person', by: 'mailbox', subject: mailboxOf(email) },
]
