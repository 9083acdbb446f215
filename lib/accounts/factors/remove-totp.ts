import { withDatabase } from '#lib/core/db'
import { MIN_ALONE } from '#lib/core/password-rules'
import { type Accounts, requireAccount } from '../accounts'
import { changeAccess } from '../credentials/change-access'
import { deleteTotp } from '../credentials/store'
import { verifyOwn } from '../credentials/verify-own'
import { takeAllowance } from '../throttles/take-allowance'
import { isLastFactor } from './last-factor'
import { issueRecoveryCodes } from './recovery-codes'

export type RemoveTotpOutcome = 'removed' | 'wrong' | 'busy' | 'password_too_short' | 'required'

/**
 * Switches one-time codes off. The password must then be able to stand alone: one of eight characters, allowed beside a
 * second factor only, has to be replaced first.
 * @param password null for an account without one, whose owner proved otherwise who they are
 */
export async function removeTotp(
  accounts: Accounts,
  id: string,
  sessionHash: Buffer<ArrayBuffer>,
  password: string | null,
): Promise<RemoveTotpOutcome> {
  const owner = { realm: accounts.realm, id }
  const allowance = await takeAllowance({ act: 'reauthentication', realm: accounts.realm, by: 'account', subject: id })
  if (allowance.kind !== 'taken') return 'busy'
  const account = await withDatabase((db) => requireAccount(db, accounts, id))
  const verdict = await verifyOwn(account, password)
  if (verdict !== 'right') return verdict
  if (password !== null && [...password.normalize('NFC')].length < MIN_ALONE) return 'password_too_short'
  let refusal: RemoveTotpOutcome = 'busy'
  const isDone = await changeAccess(owner, sessionHash, async (change) => {
    const now = await requireAccount(change, accounts, id)
    if (now.accessVersion !== account.accessVersion) return null
    if (await isLastFactor(change, accounts, now)) {
      refusal = 'required'
      return null
    }
    if (await deleteTotp(change, owner)) await accounts.tell(change, account, 'totp_disabled')
    return true
  })
  return isDone ? 'removed' : refusal
}

/** New recovery codes in place of the old ones; null without one-time codes, which they stand in for. */
export const renewRecoveryCodes = (accounts: Accounts, id: string, sessionHash: Buffer<ArrayBuffer>): Promise<string[] | null> =>
  changeAccess({ realm: accounts.realm, id }, sessionHash, async (change) => {
    const account = await requireAccount(change, accounts, id)
    if (!account.hasTotp) return null
    await accounts.tell(change, account, 'recovery_codes_made')
    return issueRecoveryCodes(change, { realm: accounts.realm, id })
  })
