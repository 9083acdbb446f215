import { type Client, deviceHashOf } from '#lib/accounts/client'
import { changeAccess } from '#lib/accounts/credentials/change-access'
import { setPasswordHash } from '#lib/accounts/credentials/store'
import { RECOVERY_SECONDS } from '#lib/accounts/links/lifetimes'
import { consumeLink, findLink, insertLink } from '#lib/accounts/links/store'
import { expectBrowser } from '#lib/accounts/sessions/store'
import type { Ask } from '#lib/accounts/throttles/allowances'
import { endGuessing } from '#lib/accounts/throttles/end-guessing'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { transaction, withDatabase } from '#lib/core/db'
import { readEmail } from '#lib/core/email-address'
import { inEvenTime } from '#lib/core/even-time'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR, type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword } from '#lib/core/passwords'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { mailPerson } from '#lib/mail/person-mail'
import { openAccount } from './account/open-account'
import { findIdByEmail } from './account/store'
import { emailIndexesOf } from './email-index'
import { PEOPLE } from './people'
import { findCredentials } from './store'

const FLOOR_MS = 300

/** Sends a link for a new password. Nothing in the answer, nor its time, tells whether there is such an account. */
export const requestRecovery = (typed: string, client: Client, interactionId?: string): Promise<{ kind: 'mailed' } | Refusal> =>
  inEvenTime(FLOOR_MS, async () => {
    const email = readEmail(typed)
    if (email === null) return { kind: 'mailed' }
    const device = client.device === undefined ? null : deviceHashOf(client.device)
    const isOwnBrowser = (await findCredentials(emailIndexesOf(email), device))?.isKnownDevice === true
    const shared: Ask[] = [
      { act: 'recovery', realm: 'person', by: 'network', subject: client.network },
      { act: 'recovery', realm: 'person', by: 'service', subject: '' },
    ]
    const allowance = await takeAllowance(...(isOwnBrowser ? [] : shared), { act: 'recovery', realm: 'person', by: 'account', subject: email })
    if (allowance.kind !== 'taken') return allowance
    await mailRecoveryLink(email, interactionId)
    return { kind: 'mailed' }
  })

const mailRecoveryLink = (email: string, interactionId?: string): Promise<void> =>
  transaction(async (tx) => {
    const known = await findIdByEmail(tx, emailIndexesOf(email))
    const account = known?.emailConfirmedAt ? await openAccount(tx, known.id) : null
    if (!account) return
    const { secret, hash: tokenHash } = issueSecret('sgm')
    const link = { tokenHash, purpose: 'recover', interactionId, lifetimeSeconds: RECOVERY_SECONDS } as const
    if (await insertLink(tx, { realm: 'person', id: account.id }, account.accessVersion, link))
      await mailPerson(tx, account, 'recover', { path: `/recover/${secret}` })
  })

/** What the page behind a recovery link asks for; null when the link is no longer good. */
export async function readRecovery(token: string): Promise<{ minimum: number } | null> {
  const link = await findLink('person', secretHashes('sgm', token), 'recover')
  const account = link && (await withDatabase((db) => openAccount(db, link.ownerId)))
  return account && { minimum: account.hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE }
}

export type RecoverOutcome =
  | { kind: 'ok'; interactionId: string | null }
  | { kind: 'unfit_password'; fault: PasswordFault; minimum: number }
  | { kind: 'expired' | 'busy' }

/**
 * Sets a new password by link. Every session ends, and the lock that wrong guesses put on the account is lifted, so that
 * whoever is locked out by somebody else's guessing gets back in: this browser has tries of its own from now on. A second
 * factor is still asked for at the log-in.
 */
export async function recover(token: string, password: string, client: Client): Promise<RecoverOutcome> {
  const hashes = secretHashes('sgm', token)
  const link = await findLink('person', hashes, 'recover')
  const account = link && (await withDatabase((db) => openAccount(db, link.ownerId)))
  if (!link || !account) return { kind: 'expired' }
  const minimum = account.hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE
  const fault = passwordFault(password, [account.email, ...Object.values(account.profile)], minimum)
  if (fault) return { kind: 'unfit_password', fault, minimum }

  const passwordHash = await hashPassword(password, client.network)
  if (passwordHash === null) return { kind: 'busy' }
  const device = client.device === undefined ? null : deviceHashOf(client.device)
  const owner = { realm: 'person', id: account.id } as const
  const isDone = await changeAccess(owner, null, async (tx) => {
    if (!(await consumeLink(tx, owner, hashes, 'recover'))) return null
    await setPasswordHash(tx, owner, passwordHash)
    if (device) await expectBrowser(tx, owner, device)
    await PEOPLE.tell(tx, account, 'password_recovered')
    return true
  })
  if (!isDone) return { kind: 'expired' }
  await endGuessing('person', account, device)
  return { kind: 'ok', interactionId: link.interactionId }
}
