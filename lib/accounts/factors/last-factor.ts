import type { Prisma } from '#lib/core/db'
import type { Account, Accounts } from '../accounts'
import { countFactors } from './store'

/** Whether the account must have a second factor and has but one. The caller holds the account. */
export const isLastFactor = async (tx: Prisma, accounts: Accounts, account: Account): Promise<boolean> =>
  (await countFactors(tx, { realm: accounts.realm, id: account.id })) === 1 && (await accounts.isFactorRequired(tx, account))
