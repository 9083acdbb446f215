import { withDatabase } from '#lib/core/db'
import { countRecoveryCodes } from '../factors/store'
import { findPasskeys } from '../passkeys/store'
import { requireAccount } from './open-account'
import { listSessions } from './sessions'

/** The ways into the account, and where it is open. */
export async function readSecurity(userId: string, sessionHash: Buffer) {
  const [account, passkeys, recoveryCodesLeft] = await withDatabase(
    async (db) => [await requireAccount(db, userId), await findPasskeys(db, userId), await countRecoveryCodes(db, userId)] as const,
  )
  return { email: account.email, hasTotp: account.hasTotp, recoveryCodesLeft, passkeys, sessions: await listSessions(userId, sessionHash) }
}
