import { countAttempt } from '#lib/core/attempts'
import { databaseCode, type Prisma, prismaTransaction } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import { type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'
import { blindIndex } from '#lib/core/sealed'
import { issueSecret } from '#lib/core/secret-token'
import type { Locale } from '#lib/i18n/locales'
import { mailPerson } from '#lib/mail/person-mail'
import { openAccount } from './account/open-account'
import { deleteUnconfirmed, findIdByEmail } from './account/store'
import { recordActivity } from './activity/store'
import { insertAccount } from './create-person'
import { CONFIRM_SECONDS } from './mail-links/lifetimes'
import { insertMailLink } from './mail-links/store'
import { emailSchema } from './schema'

const MAILS_AN_HOUR = 5
const FLOOR_MS = 400

export type Registration = { email: string; password: string; locale: Locale; interactionId?: string }

export type RegisterOutcome =
  | { kind: 'mailed'; browserSecret: string }
  | { kind: 'invalid_email' }
  | { kind: 'unfit_password'; fault: PasswordFault }
  | { kind: 'busy' }

/**
 * Makes an account that waits for its address to be confirmed. A known address gets the same answer in the same time,
 * and its owner a mail; a registration that nobody confirmed is replaced.
 */
export async function register({ email: typed, password, locale, interactionId }: Registration): Promise<RegisterOutcome> {
  const parsed = emailSchema.safeParse(typed)
  if (!parsed.success) return { kind: 'invalid_email' }
  const email = parsed.data
  const fault = passwordFault(password, [email])
  if (fault) return { kind: 'unfit_password', fault }

  // Ties the link to this browser: whoever prepares an account for somebody else's address gains nothing.
  const browserSecret = randomBase62(43)
  const write = async (tx: Prisma, passwordHash: string) => {
    const known = await findIdByEmail(tx, blindIndex('email', email))
    if (known?.emailConfirmedAt) {
      const owner = await openAccount(tx, known.id)
      if (owner) await mailPerson(tx, owner, 'address_known', { path: '/recover' })
      return
    }
    await deleteUnconfirmed(tx, blindIndex('email', email))
    const id = await insertAccount(tx, { email, passwordHash, profile: { locale }, isEmailConfirmed: false })
    const { secret, hash: tokenHash } = issueSecret('sgm')
    const browserHash = blindIndex('device', browserSecret)
    await insertMailLink(tx, { tokenHash, userId: id, purpose: 'confirm_email', browserHash, interactionId, lifetimeSeconds: CONFIRM_SECONDS })
    await recordActivity(tx, id, 'account.created')
    await mailPerson(tx, { id, email, locale }, 'confirm_email', { path: `/confirm/${secret}` })
  }

  return inEvenTime(FLOOR_MS, async () => {
    const passwordHash = await hashPassword(password)
    if (passwordHash === null) return { kind: 'busy' }
    try {
      const { failures } = await countAttempt(blindIndex('throttle', `register ${email}`), 3600)
      if (failures <= MAILS_AN_HOUR) await prismaTransaction((tx) => write(tx, passwordHash))
    } catch (error) {
      // The same address registered twice at once: the other request sends the mail.
      if (!['P2002', '23505'].includes(databaseCode(error))) throw error
    }
    return { kind: 'mailed', browserSecret }
  })
}
