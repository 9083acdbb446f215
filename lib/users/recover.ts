import { findByAddress } from '#lib/accounts/addresses/find-holder'
import { type Client, deviceHashOf } from '#lib/accounts/client'
import { changeAccess } from '#lib/accounts/credentials/change-access'
import { setPasswordHash } from '#lib/accounts/credentials/store'
import { askedWith } from '#lib/accounts/links/is-same-browser'
import { RECOVERY_SECONDS } from '#lib/accounts/links/lifetimes'
import { consumeLink, findLink } from '#lib/accounts/links/store'
import { expectBrowser } from '#lib/accounts/sessions/store'
import { endGuessing } from '#lib/accounts/throttles/end-guessing'
import type { Refusal } from '#lib/accounts/throttles/take-allowance'
import { transaction, withDatabase } from '#lib/core/db'
import { readEmail } from '#lib/core/email-address'
import { inEvenTime } from '#lib/core/even-time'
import { MIN_ALONE, MIN_WITH_SECOND_FACTOR, type PasswordFault, passwordFault } from '#lib/core/password-rules'
import { hashPassword } from '#lib/core/passwords'
import { randomBase62 } from '#lib/core/random-id'
import { secretHashes } from '#lib/core/secret-token'
import { mailPerson } from '#lib/mail/person-mail'
import { openAccount } from './account/open-account'
import { PEOPLE_ADDRESSES } from './addresses'
import { issueMailCode } from './mail-code/issue-mail-code'
import { takeMailAllowance } from './mail-code/take-mail-allowance'
import { PEOPLE } from './people'

const FLOOR_MS = 300

/**
 * Sends a link for a new password, and a code that leads there too. Nothing in the answer, nor its time, tells whether there
 * is such an account.
 * @param browserSecret of the browser that asks, where alone the code counts
 */
export const requestRecovery = (typed: string, client: Client, browserSecret = randomBase62(43)): Promise<{ kind: 'mailed' } | Refusal> =>
  inEvenTime(FLOOR_MS, async () => {
    const email = readEmail(typed)
    if (email === null) return { kind: 'mailed' }
    const allowance = await takeMailAllowance(email, client)
    if (allowance.kind !== 'taken') return allowance
    await mailRecoveryLink(email, browserSecret)
    return { kind: 'mailed' }
  })

async function mailRecoveryLink(email: string, browserSecret: string): Promise<void> {
  const known = await findByAddress(PEOPLE_ADDRESSES, email)
  await transaction(async (tx) => {
    const account = known?.isConfirmed ? await openAccount(tx, known.id) : null
    if (!account) return
    const wish = { purpose: 'recover', browserSecret, lifetimeSeconds: RECOVERY_SECONDS } as const
    const issued = await issueMailCode(tx, account.id, account.accessVersion, wish)
    if (issued) await mailPerson(tx, account, 'recover', { code: issued.code, path: `/recover/${issued.token}` })
  })
}

/** What the page behind a recovery link asks for, and where it was asked for; null when the link is no longer good. */
export async function readRecovery(
  token: string,
  browserSecrets: readonly string[] = [],
): Promise<{ minimum: number; askedWith: string | null } | null> {
  const link = await findLink('person', secretHashes('sgm', token), 'recover')
  const account = link && (await withDatabase((db) => openAccount(db, link.ownerId)))
  if (!link || !account) return null
  return { minimum: account.hasTotp ? MIN_WITH_SECOND_FACTOR : MIN_ALONE, askedWith: askedWith(link, browserSecrets) }
}

export type RecoverOutcome = { kind: 'ok' } | { kind: 'unfit_password'; fault: PasswordFault; minimum: number } | { kind: 'expired' | 'busy' }

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
  return { kind: 'ok' }
}
