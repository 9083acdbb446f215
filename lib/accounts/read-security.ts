import { withDatabase } from '#lib/core/db'
import { type Accounts, requireAccount } from './accounts'
import { countRecoveryCodes, hasShortRecoveryCodes } from './factors/store'
import { findPasskeys } from './passkeys/store'
import { listSessions } from './sessions/sessions'

/** The ways into an account, and where it is open. */
export async function readSecurity(accounts: Accounts, id: string, sessionHash: Buffer) {
  const owner = { realm: accounts.realm, id }
  const found = await withDatabase(async (db) => ({
    account: await requireAccount(db, accounts, id),
    passkeys: await findPasskeys(db, owner),
    recoveryCodesLeft: await countRecoveryCodes(db, owner),
    hasShortCodes: owner.realm === 'person' && (await hasShortRecoveryCodes(db, id)),
  }))
  const { account, ...rest } = found
  return {
    email: account.email,
    hasPassword: account.passwordHash !== null,
    hasTotp: account.hasTotp,
    ...rest,
    sessions: await listSessions(accounts, id, sessionHash),
  }
}

export type Security = Awaited<ReturnType<typeof readSecurity>>
