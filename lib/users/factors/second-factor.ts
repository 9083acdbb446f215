import { prismaTransaction, withDatabase } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { blindIndex } from '#lib/core/sealed'
import { mailPerson } from '#lib/mail/person-mail'
import { MAIL_FACTS } from '#lib/mail/templates/texts'
import { openAccount } from '../account/open-account'
import { recordActivity } from '../activity/store'
import { checkTotp, countCodeAttempt, forgetCodeAttempts, openTotpSecret } from './check-code'
import { recoveryCodeHash } from './recovery-codes'
import { consumePending, consumeRecoveryCode, findPending, insertPending } from './store'

const PENDING_SECONDS = 10 * 60

/** Remembers that the password was right. @returns the secret the browser keeps until the code arrives */
export async function beginSecondFactor(userId: string): Promise<string> {
  const secret = randomBase62(43)
  await insertPending(blindIndex('pending', secret), userId, PENDING_SECONDS)
  return secret
}

export const isSecondFactorPending = async (secret: string | undefined): Promise<boolean> =>
  secret !== undefined && (await findPending(blindIndex('pending', secret))) !== null

export type SecondFactorOutcome =
  | { kind: 'ok'; userId: string; amr: string[] }
  | { kind: 'wrong' | 'expired' }
  | { kind: 'throttled'; waitSeconds: number }

/**
 * Takes a one-time code or a recovery code as second factor. Tries are counted before the code is looked at. Both are
 * one-time passwords in the words of RFC 8176 §2: `otp`, and with the password `mfa`.
 */
export async function answerSecondFactor(secret: string | undefined, code: string): Promise<SecondFactorOutcome> {
  const pending = secret === undefined ? null : blindIndex('pending', secret)
  const userId = pending && (await findPending(pending))
  if (!pending || !userId) return { kind: 'expired' }
  const waitSeconds = await countCodeAttempt(userId)
  if (waitSeconds !== null) return { kind: 'throttled', waitSeconds }
  const isRight =
    /^[\s\d]+$/.test(code.trim()) && code.replace(/\D/g, '').length === 6 ? await takeTotp(userId, code) : await takeRecoveryCode(userId, code)
  if (!isRight) return { kind: 'wrong' }
  if (!(await consumePending(pending))) return { kind: 'expired' }
  await forgetCodeAttempts(userId)
  return { kind: 'ok', userId, amr: ['pwd', 'otp', 'mfa'] }
}

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
