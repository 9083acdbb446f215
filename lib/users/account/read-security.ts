import { withDatabase } from '#lib/core/db'
import { countRecoveryCodes, hasShortRecoveryCodes } from '../factors/store'
import { findPasskeys } from '../passkeys/store'
import { requireAccount } from './open-account'
import { listSessions } from './sessions'

/** The ways into the account, and where it is open. */
export async function readSecurity(userId: string, sessionHash: Buffer) {
  const [account, passkeys, recoveryCodesLeft, hasShortCodes] = await withDatabase(
    async (db) =>
      [
        await requireAccount(db, userId),
        await findPasskeys(db, userId),
        await countRecoveryCodes(db, userId),
        await hasShortRecoveryCodes(db, userId),
      ] as const,
  )
  return {
    email: account.email,
    hasTotp: account.hasTotp,
    recoveryCodesLeft,
    hasShortCodes,
    passkeys,
    sessions: await listSessions(userId, sessionHash),
  }
}
