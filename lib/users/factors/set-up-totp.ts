import { generateSecret, generateURI } from 'otplib'
import { toString as toQr } from 'qrcode'
import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { withDatabase } from '#lib/core/db'
import { changeAccess } from '../access/change-access'
import { markTotpConfirmed } from '../access/store'
import { requireAccount } from '../account/open-account'
import { checkTotp, openTotpSecret, totpPlace } from './check-code'
import { issueRecoveryCodes } from './recovery-codes'
import { replaceUnconfirmedTotp } from './store'
import { tellChange } from './tell-change'

/** Begins: a new secret that counts for nothing until a code proves that the app holds it. */
export const beginTotp = (userId: string) =>
  withDatabase(async (db) => {
    const { vault } = await requireAccount(db, userId)
    await replaceUnconfirmedTotp(db, userId, vault.sealSecret(generateSecret(), totpPlace(userId)))
  })

/** What the person enters into the authenticator app, as text and as a picture; null when nothing is being set up. */
export async function readTotpSetUp(userId: string): Promise<{ secret: string; qrSvg: string } | null> {
  const [totp, account] = await withDatabase(async (db) => [await openTotpSecret(db, userId), await requireAccount(db, userId)] as const)
  if (!totp || totp.isConfirmed) return null
  const uri = generateURI({ issuer: 'Signet', label: account.email, secret: totp.secret })
  return { secret: totp.secret, qrSvg: await toQr(uri, { type: 'svg', margin: 2, errorCorrectionLevel: 'M' }) }
}

export type ConfirmTotpOutcome = { kind: 'ok'; recoveryCodes: string[] } | { kind: 'wrong' | 'throttled' }

/** Finishes with a code from the app. @returns the recovery codes, this once */
export async function confirmTotp(userId: string, sessionHash: Buffer<ArrayBuffer>, code: string): Promise<ConfirmTotpOutcome> {
  const allowance = await takeAllowance({ act: 'codeSetUp', realm: 'person', by: 'account', subject: userId })
  if (allowance.kind !== 'taken') return { kind: 'throttled' }
  const isRight = await withDatabase(async (db) => {
    const totp = await openTotpSecret(db, userId)
    return totp !== null && !totp.isConfirmed && checkTotp(db, userId, totp.secret, code)
  })
  if (!isRight) return { kind: 'wrong' }
  const recoveryCodes = await changeAccess(userId, sessionHash, async (tx) => {
    if (!(await markTotpConfirmed(tx, userId))) return null
    await tellChange(tx, await requireAccount(tx, userId), 'totp_enabled')
    return issueRecoveryCodes(tx, userId)
  })
  return recoveryCodes ? { kind: 'ok', recoveryCodes } : { kind: 'wrong' }
}
