import { countAttempt, forgetAttempts } from '#lib/core/attempts'
import { prismaTransaction, withDatabase } from '#lib/core/db'
import { inEvenTime } from '#lib/core/even-time'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR, type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword } from '#lib/core/passwords'
import { blindIndex } from '#lib/core/sealed'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { mailPerson } from '#lib/mail/person-mail'
import { openAccount } from './account/open-account'
import { deleteSessions, findIdByEmail, setPasswordHash } from './account/store'
import { recordActivity } from './activity/store'
import { consumeMailLink, findMailLink, insertMailLink } from './mail-links/store'
import { normaliseEmail } from './schema'

const LINK_SECONDS = 3600
const MAILS_AN_HOUR = 5
const FLOOR_MS = 300

/** Sends a link for a new password. Nothing in the answer, nor its time, tells whether there is such an account. */
export const requestRecovery = (typed: string, interactionId?: string): Promise<void> =>
  inEvenTime(FLOOR_MS, async () => {
    const email = normaliseEmail(typed)
    if (email === '' || email.length > 254) return
    const { failures } = await countAttempt(blindIndex('throttle', `recover ${email}`), 3600)
    if (failures > MAILS_AN_HOUR) return
    await prismaTransaction(async (tx) => {
      const known = await findIdByEmail(tx, blindIndex('email', email))
      const account = known?.emailConfirmedAt ? await openAccount(tx, known.id) : null
      if (!account) return
      const { secret, hash: tokenHash } = issueSecret('sgm')
      await insertMailLink(tx, { tokenHash, userId: account.id, purpose: 'recover', interactionId, lifetimeSeconds: LINK_SECONDS })
      await mailPerson(tx, account, 'recover', { path: `/recover/${secret}` })
    })
  })

/** What the page behind a recovery link asks for; null when the link is no longer good. */
export async function readRecovery(token: string): Promise<{ minimum: number } | null> {
  const link = await findMailLink(secretHashes('sgm', token), 'recover')
  const account = link && (await withDatabase((db) => openAccount(db, link.userId)))
  return account && { minimum: account.hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE }
}

export type RecoverOutcome =
  | { kind: 'ok'; interactionId: string | null }
  | { kind: 'unfit_password'; fault: PasswordFault; minimum: number }
  | { kind: 'expired' | 'busy' }

/**
 * Sets a new password by link. Every session ends, and the lock that wrong guesses put on the account is lifted, so that
 * whoever is locked out by somebody else's guessing gets back in. A second factor is still asked for at the log-in.
 */
export async function recover(token: string, password: string): Promise<RecoverOutcome> {
  const hashes = secretHashes('sgm', token)
  const link = await findMailLink(hashes, 'recover')
  const account = link && (await withDatabase((db) => openAccount(db, link.userId)))
  if (!link || !account) return { kind: 'expired' }
  const minimum = account.hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE
  const fault = passwordFault(password, [account.email, ...Object.values(account.profile)], minimum)
  if (fault) return { kind: 'unfit_password', fault, minimum }

  const passwordHash = await hashPassword(password)
  if (passwordHash === null) return { kind: 'busy' }
  const isDone = await prismaTransaction(async (tx) => {
    if (!(await consumeMailLink(tx, hashes, 'recover', account.id))) return false
    await setPasswordHash(tx, account.id, passwordHash)
    await deleteSessions(tx, account.id)
    await recordActivity(tx, account.id, 'account.password_recovered')
    await mailPerson(tx, account, 'password_changed', { path: '/recover' })
    return true
  })
  if (!isDone) return { kind: 'expired' }
  await forgetAttempts(blindIndex('throttle', account.email))
  return { kind: 'ok', interactionId: link.interactionId }
}
