import { withDatabase } from '#lib/core/db'
import { type Accounts, requireAccount } from '../accounts'

/** Whether an account can be asked for a password at all. */
export const hasPassword = async (accounts: Accounts, id: string): Promise<boolean> =>
  (await withDatabase((db) => requireAccount(db, accounts, id))).passwordHash !== null
