import { transaction, withDatabase } from '#lib/core/db'
import { blindIndex } from '#lib/core/sealed'
import { hashOn, randomForUs, shardForUs, shardOf } from '#lib/core/shard'
import { type Accounts, requireAccount } from '../accounts'
import { type Client, deviceHashOf } from '../client'
import type { Realm } from '../realm'
import type { ProvenLogIn } from '../sessions/record-log-in'
import { isKnownBrowser } from '../sessions/store'
import { countGuess, forgiveGuesses, type Guess } from '../throttles/guesses'
import type { Refusal } from '../throttles/take-allowance'
import { tellOfGuesses } from '../throttles/tell-of-guesses'
import { checkTotp, openTotpSecret } from './check-totp'
import { recoveryCodeHash } from './recovery-codes'
import { consumePending, consumeRecoveryCode, findPending, insertPending } from './store'

const PENDING_SECONDS = 10 * 60

const pendingHash = (secret: string) => hashOn(shardForUs('pending', secret), blindIndex('pending', secret))

/** @property amr by what the first step was proven; without a word, by the password */
export type FirstStep = { id: string; accessVersion: number; amr?: string[] }

/** Remembers that the first step was right. @returns the secret the browser keeps until the code arrives */
export async function beginSecondFactor(realm: Realm, { id, accessVersion, amr = ['pwd'] }: FirstStep): Promise<string> {
  const secret = randomForUs(shardOf(id), 'pending', 43)
  await insertPending(pendingHash(secret), { realm, id }, accessVersion, PENDING_SECONDS, amr)
  return secret
}

/** Whose log-in waits for a second factor in this browser, after the right password; null when none does. */
export const whoseSecondFactor = async (realm: Realm, secret: string | undefined): Promise<string | null> =>
  secret === undefined ? null : findPending(realm, pendingHash(secret))

export const isSecondFactorPending = async (realm: Realm, secret: string | undefined): Promise<boolean> =>
  (await whoseSecondFactor(realm, secret)) !== null

export type SecondFactorOutcome = ({ kind: 'ok' } & ProvenLogIn) | { kind: 'wrong' | 'expired' } | Refusal

/**
 * Takes a one-time code or a recovery code as second factor. Tries are counted before the code is looked at, each kind for
 * itself, and the owner is soon told of wrong ones: whoever makes them knows the password. Both are one-time passwords in
 * the words of RFC 8176 §2: `otp`, and with the password `mfa`. With a code by mail they are not two kinds of proof.
 */
export async function answerSecondFactor(accounts: Accounts, secret: string | undefined, code: string, client: Client): Promise<SecondFactorOutcome> {
  const { realm } = accounts
  const pending = secret === undefined ? null : pendingHash(secret)
  const id = pending && (await findPending(realm, pending))
  if (!pending || !id) return { kind: 'expired' }
  const device = client.device === undefined ? null : deviceHashOf(client.device)
  const isKnown = device !== null && (await withDatabase((db) => isKnownBrowser(db, { realm, id }, device)))
  const guess: Guess = {
    act: isOneTimeCode(code) ? 'code' : 'recoveryCode',
    realm,
    subject: id,
    network: client.network,
    knownDevice: isKnown ? device : null,
  }
  const counted = await countGuess(guess)
  if (counted.kind !== 'taken') return counted
  if (!(await takeCode(accounts, id, code))) {
    if (guess.act === 'code') await tellOfGuesses(accounts, id, 'code', counted.tries)
    return { kind: 'wrong' }
  }
  const begun = await consumePending(realm, pending)
  if (begun === null) return { kind: 'expired' }
  await forgiveGuesses(guess)
  const amr = begun.amr.includes('pwd') ? [...begun.amr, 'otp', 'mfa'] : begun.amr
  return { kind: 'ok', id, accessVersion: begun.accessVersion, amr }
}

/** Six digits are of the authenticator app; everything else is tried as a recovery code, which nobody guesses. */
export const isOneTimeCode = (code: string) => /^[\s\d]+$/.test(code.trim()) && code.replace(/\D/g, '').length === 6

/** Uses up a one-time code or a recovery code. The try was counted before. */
export const takeCode = (accounts: Accounts, id: string, code: string): Promise<boolean> =>
  isOneTimeCode(code) ? takeTotp(accounts, id, code) : takeRecoveryCode(accounts, id, code)

const takeTotp = (accounts: Accounts, id: string, code: string): Promise<boolean> =>
  withDatabase(async (db) => {
    const totp = await openTotpSecret(db, accounts, id)
    return totp?.isConfirmed === true && checkTotp(db, { realm: accounts.realm, id }, totp.secret, code)
  })

const takeRecoveryCode = (accounts: Accounts, id: string, code: string): Promise<boolean> =>
  transaction(async (tx) => {
    if (!(await consumeRecoveryCode(tx, { realm: accounts.realm, id }, recoveryCodeHash(id, code)))) return false
    await accounts.tell(tx, await requireAccount(tx, accounts, id), 'recovery_code_used')
    return true
  })
