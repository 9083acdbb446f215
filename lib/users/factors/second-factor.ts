import { type Client, deviceHashOf } from '#lib/accounts/client'
import { countGuess, forgiveGuesses, type Guess } from '#lib/accounts/throttles/guesses'
import type { Refusal } from '#lib/accounts/throttles/take-allowance'
import { prismaTransaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { blindIndex } from '#lib/core/sealed'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { openAccount } from '../account/open-account'
import { isKnownDevice } from '../account/store'
import { recordActivity } from '../activity/store'
import { tellOwnerOfGuesses } from '../guesses/tell-owner'
import type { ProvenLogIn } from '../log-in'
import { checkTotp, openTotpSecret } from './check-code'
import { recoveryCodeHash } from './recovery-codes'
import { consumePending, consumeRecoveryCode, findPending, insertPending } from './store'

const PENDING_SECONDS = 10 * 60

/** Remembers that the password was right. @returns the secret the browser keeps until the code arrives */
export async function beginSecondFactor(person: { userId: string; accessVersion: number }): Promise<string> {
  const secret = randomBase62(43)
  await insertPending(blindIndex('pending', secret), person, PENDING_SECONDS)
  return secret
}

export const isSecondFactorPending = async (secret: string | undefined): Promise<boolean> =>
  secret !== undefined && (await findPending(blindIndex('pending', secret))) !== null

export type SecondFactorOutcome = ({ kind: 'ok' } & ProvenLogIn) | { kind: 'wrong' | 'expired' } | Refusal

/**
 * Takes a one-time code or a recovery code as second factor. Tries are counted before the code is looked at, and the
 * owner is soon told of wrong ones: whoever makes them knows the password. Both are one-time passwords in the words of RFC 8176 §2: `otp`, and with the password `mfa`.
 */
export async function answerSecondFactor(secret: string | undefined, code: string, client: Client): Promise<SecondFactorOutcome> {
  const pending = secret === undefined ? null : blindIndex('pending', secret)
  const userId = pending && (await findPending(pending))
  if (!pending || !userId) return { kind: 'expired' }
  const device = client.device === undefined ? null : deviceHashOf(client.device)
  const isKnown = device !== null && (await withDatabase((db) => isKnownDevice(db, userId, device)))
  const guess: Guess = { act: 'code', realm: 'person', subject: userId, network: client.network, knownDevice: isKnown ? device : null }
  const counted = await countGuess(guess)
  if (counted.kind !== 'taken') return counted
  if (!(await takeCode(userId, code))) {
    await tellOwnerOfGuesses(userId, 'code', counted.tries)
    return { kind: 'wrong' }
  }
  const accessVersion = await consumePending(pending)
  if (accessVersion === null) return { kind: 'expired' }
  await forgiveGuesses(guess)
  return { kind: 'ok', userId, accessVersion, amr: ['pwd', 'otp', 'mfa'] }
}

/** Uses up a one-time code or a recovery code. The try was counted before. */
export const takeCode = (userId: string, code: string): Promise<boolean> =>
  /^[\s\d]+$/.test(code.trim()) && code.replace(/\D/g, '').length === 6 ? takeTotp(userId, code) : takeRecoveryCode(userId, code)

const takeTotp = (userId: string, code: string): Promise<boolean> =>
  withDatabase(async (db) => {
    const totp = await openTotpSecret(db, userId)
    return totp?.isConfirmed === true && checkTotp(db, userId, totp.secret, code)
  })

const takeRecoveryCode = (userId: string, code: string): Promise<boolean> =>
  prismaTransaction(async (tx) => {
    if (!(await consumeRecoveryCode(tx, userId, recoveryCodeHash(userId, code)))) return false
    await recordActivity(tx, userId, 'account.recovery_code_used')
    const account = await openAccount(tx, userId)
    if (account) {
      const change = MAIL_FACTS[account.locale].changes.recovery_code_used
      await mailPerson(tx, account, 'security_changed', { values: { change }, path: '/account/security' })
    }
    return true
  })
