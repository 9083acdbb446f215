import { type Client, deviceHashOf } from '#lib/accounts/client'
import type { ProvenLogIn } from '#lib/accounts/sessions/record-log-in'
import { countGuess, forgiveGuesses, type Guess, uncountGuess } from '#lib/accounts/throttles/guesses'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { tellOfGuesses } from '#lib/accounts/throttles/tell-of-guesses'
import { transaction } from '#lib/core/db'
import { mailboxOf } from '#lib/core/email-address'
import { verifyPassword } from '#lib/core/passwords'
import type { Locale } from '#lib/i18n/locales'
import { noteFailedLogIn } from './note-failed-log-in'
import { staffAccounts } from './staff'
import { mailStaffLink } from './staff-link'
import { findStaffForLogIn, type StaffForLogIn } from './staff-store'

export type StaffLogIn = RightPassword | { kind: 'wrong' | 'busy' | 'unconfirmed' } | Refusal

/**
 * The try is counted before the password is looked at; an unknown address costs the same time and gets the same answer. A
 * browser that logged in before has tries of its own.
 * @param email in normal form
 */
export async function logInStaff(email: string, password: string, locale: Locale, client: Client): Promise<StaffLogIn> {
  if (password === '' || [...password].length > 128) return { kind: 'wrong' }
  const device = client.device === undefined ? null : deviceHashOf(client.device)
  const staff = await findStaffForLogIn(email, device)
  const knownDevice = staff?.isKnownDevice ? device : null
  const guess: Guess = { act: 'password', realm: 'staff', subject: email, network: client.network, knownDevice }
  const counted = await countGuess(guess)
  if (counted.kind !== 'taken') return counted
  const verdict = await verifyPassword(staff?.passwordHash ?? null, password, client.network)
  if (verdict === 'busy') {
    await uncountGuess(guess)
    return { kind: 'busy' }
  }
  if (verdict === 'wrong' || !staff) {
    if (staff?.isConfirmed) noteFailedLogIn(staff.id, 'password')
    await tellOfGuesses(staffAccounts(locale), staff?.isConfirmed ? staff.id : null, 'password', counted.tries)
    return { kind: 'wrong' }
  }
  await forgiveGuesses(guess)
  return staff.isConfirmed ? provenBy(staff) : confirmFirst(staff, email, locale)
}

async function confirmFirst(staff: StaffForLogIn, email: string, locale: Locale): Promise<StaffLogIn> {
  const mails = await takeAllowance({ act: 'confirmationMail', realm: 'staff', by: 'mailbox', subject: mailboxOf(email) })
  if (mails.kind === 'taken') await transaction((tx) => mailStaffLink(tx, { id: staff.id, email }, 'confirm', locale))
  return { kind: 'unconfirmed' }
}

/** What the right password is worth: all of a log-in, or the first half where one-time codes are on. */
export type RightPassword = ({ kind: 'ok' } & ProvenLogIn) | { kind: 'second_factor'; id: string; accessVersion: number }

export const provenBy = ({ id, accessVersion, hasTotp }: Pick<StaffForLogIn, 'id' | 'accessVersion' | 'hasTotp'>): RightPassword =>
  hasTotp ? { kind: 'second_factor', id, accessVersion } : { kind: 'ok', id, accessVersion, amr: ['pwd'] }
