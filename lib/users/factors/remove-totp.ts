import { countAttempt } from '#lib/core/attempts'
import { prismaTransaction, withDatabase } from '#lib/core/db'
import { MIN_ALONE } from '#lib/core/password-rules'
import { verifyPassword } from '#lib/core/passwords'
import { blindIndex } from '#lib/core/sealed'
import { requireAccount } from '../account/open-account'
import { issueRecoveryCodes } from './recovery-codes'
import { deleteTotp } from './store'
import { tellChange } from './tell-change'

const TRIES = 10

export type RemoveTotpOutcome = 'removed' | 'wrong' | 'busy' | 'password_too_short'

/**
 * Switches one-time codes off. The password must then be able to stand alone: one of eight characters, allowed beside a
 * second factor only, has to be replaced first.
 */
export async function removeTotp(userId: string, password: string): Promise<RemoveTotpOutcome> {
  const { failures } = await countAttempt(blindIndex('throttle', `change ${userId}`), 900)
  if (failures > TRIES) return 'busy'
  const account = await withDatabase((db) => requireAccount(db, userId))
  const verdict = await verifyPassword(account.passwordHash, password)
  if (verdict !== 'right') return verdict
  if ([...password.normalize('NFC')].length < MIN_ALONE) return 'password_too_short'
  await prismaTransaction(async (tx) => {
    if (await deleteTotp(tx, userId)) await tellChange(tx, account, 'totp_disabled')
  })
  return 'removed'
}

/** New recovery codes in place of the old ones; null without one-time codes, which they stand in for. */
export const renewRecoveryCodes = (userId: string): Promise<string[] | null> =>
  prismaTransaction(async (tx) => {
    const account = await requireAccount(tx, userId)
    if (!account.hasTotp) return null
    await tellChange(tx, account, 'recovery_codes_made')
    return issueRecoveryCodes(tx, userId)
  })
