import { takeAllowance } from '#lib/accounts/throttles/take-allowance'
import { withDatabase } from '#lib/core/db'
import { MIN_ALONE } from '#lib/core/password-rules'
import { verifyPassword } from '#lib/core/passwords'
import { changeAccess } from '../access/change-access'
import { deleteTotp } from '../access/store'
import { requireAccount } from '../account/open-account'
import { issueRecoveryCodes } from './recovery-codes'
import { tellChange } from './tell-change'

export type RemoveTotpOutcome = 'removed' | 'wrong' | 'busy' | 'password_too_short'

/**
 * Switches one-time codes off. The password must then be able to stand alone: one of eight characters, allowed beside a
 * second factor only, has to be replaced first.
 */
export async function removeTotp(userId: string, sessionHash: Buffer<ArrayBuffer>, password: string): Promise<RemoveTotpOutcome> {
  const allowance = await takeAllowance({ act: 'reauthentication', realm: 'person', by: 'account', subject: userId })
  if (allowance.kind !== 'taken') return 'busy'
  const account = await withDatabase((db) => requireAccount(db, userId))
  const verdict = await verifyPassword(account.passwordHash, password)
  if (verdict !== 'right') return verdict
  if ([...password.normalize('NFC')].length < MIN_ALONE) return 'password_too_short'
  const isDone = await changeAccess(userId, sessionHash, async (tx) => {
    const now = await requireAccount(tx, userId)
    if (now.accessVersion !== account.accessVersion) return null
    if (await deleteTotp(tx, userId)) await tellChange(tx, account, 'totp_disabled')
    return true
  })
  return isDone ? 'removed' : 'busy'
}

/** New recovery codes in place of the old ones; null without one-time codes, which they stand in for. */
export const renewRecoveryCodes = (userId: string, sessionHash: Buffer<ArrayBuffer>): Promise<string[] | null> =>
  changeAccess(userId, sessionHash, async (tx) => {
    const account = await requireAccount(tx, userId)
    if (!account.hasTotp) return null
    await tellChange(tx, account, 'recovery_codes_made')
    return issueRecoveryCodes(tx, userId)
  })
