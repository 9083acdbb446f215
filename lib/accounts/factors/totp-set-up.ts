import { generateSecret, generateURI } from 'otplib'
import { toString as toQr } from 'qrcode'
import { withDatabase } from '#lib/core/db'
import { type Accounts, requireAccount } from '../accounts'
import { changeAccess } from '../credentials/change-access'
import { markTotpConfirmed } from '../credentials/store'
import { addFactorUsed } from '../sessions/store'
import { takeAllowance } from '../throttles/take-allowance'
import { checkTotp, openTotpSecret, totpPlace } from './check-totp'
import { issueRecoveryCodes } from './recovery-codes'
import { replaceUnconfirmedTotp } from './store'

/** Begins: a new secret that counts for nothing until a code proves that the app holds it. */
export const beginTotp = (accounts: Accounts, id: string) =>
  withDatabase(async (db) => {
    const owner = { realm: accounts.realm, id }
    const account = await requireAccount(db, accounts, id)
    await replaceUnconfirmedTotp(db, owner, await accounts.sealSecret(db, account, generateSecret(), totpPlace(owner)))
  })

/** What its owner enters into the authenticator app, as text and as a picture; null when nothing is being set up. */
export async function readTotpSetUp(accounts: Accounts, id: string): Promise<{ secret: string; qrSvg: string } | null> {
  const [totp, account] = await withDatabase(async (db) => [await openTotpSecret(db, accounts, id), await requireAccount(db, accounts, id)] as const)
  if (!totp || totp.isConfirmed) return null
  const uri = generateURI({ issuer: 'Signet', label: account.name, secret: totp.secret })
  return { secret: totp.secret, qrSvg: await toQr(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) }
}

export type ConfirmTotpOutcome = { kind: 'ok'; recoveryCodes: string[] } | { kind: 'wrong' | 'throttled' }

/** Finishes with a code from the app. @returns the recovery codes, this once */
export async function confirmTotp(accounts: Accounts, id: string, sessionHash: Buffer<ArrayBuffer>, code: string): Promise<ConfirmTotpOutcome> {
  const owner = { realm: accounts.realm, id }
  const allowance = await takeAllowance({ act: 'codeSetUp', realm: accounts.realm, by: 'account', subject: id })
  if (allowance.kind !== 'taken') return { kind: 'throttled' }
  const isRight = await withDatabase(async (db) => {
    const totp = await openTotpSecret(db, accounts, id)
    return totp !== null && !totp.isConfirmed && checkTotp(db, owner, totp.secret, code)
  })
  if (!isRight) return { kind: 'wrong' }
  const recoveryCodes = await changeAccess(owner, sessionHash, async (change) => {
    if (!(await markTotpConfirmed(change, owner))) return null
    await addFactorUsed(change, owner, sessionHash, ['otp', 'mfa'])
    await accounts.tell(change, await requireAccount(change, accounts, id), 'totp_enabled')
    return issueRecoveryCodes(change, owner)
  })
  return recoveryCodes ? { kind: 'ok', recoveryCodes } : { kind: 'wrong' }
}
