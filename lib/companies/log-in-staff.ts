import { type Client, deviceHashOf } from '#lib/accounts/client'
import { countGuess, forgiveGuesses, type Guess, uncountGuess } from '#lib/accounts/throttles/guesses'
import { type Refusal, takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { recordAudit } from '#lib/audit/store'
import { prismaTransaction } from '#lib/core/db'
import { mailboxOf } from '#lib/core/email-address'
import { verifyPassword } from '#lib/core/passwords'
import type { Locale } from '#lib/i18n/locales'
import { mailStaffLink } from './staff-link'
import { findStaffForLogIn, type StaffForLogIn } from './staff-store'
import { tellStaffOfGuesses } from './tell-staff-of-guesses'

/** A member who proved who they are, and under which version of who can get in: a session begins only while that is so. */
export type ProvenStaff = { staffId: string; accessVersion: number }

export type StaffLogIn = ({ kind: 'ok' } & ProvenStaff) | { kind: 'wrong' | 'busy' | 'unconfirmed' } | Refusal

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
    await tellStaffOfGuesses(staff?.isConfirmed ? { ...staff, email } : null, counted.tries, locale)
    return { kind: 'wrong' }
  }
  await forgiveGuesses(guess)
  return staff.isConfirmed ? logged(staff) : confirmFirst(staff, email, locale)
}

async function confirmFirst(staff: StaffForLogIn, email: string, locale: Locale): Promise<StaffLogIn> {
  const mails = await takeAllowance({ act: 'confirmationMail', realm: 'staff', by: 'mailbox', subject: mailboxOf(email) })
  if (mails.kind === 'taken') await prismaTransaction((tx) => mailStaffLink(tx, { id: staff.id, email }, 'confirm', locale))
  return { kind: 'unconfirmed' }
}

async function logged({ id, companyId, accessVersion }: StaffForLogIn): Promise<StaffLogIn> {
  await prismaTransaction((tx) => recordAudit(tx, { companyId, kind: 'staff', id }, { action: 'staff.logged_in', target: { kind: 'staff', id } }))
  return { kind: 'ok', staffId: id, accessVersion }
}
