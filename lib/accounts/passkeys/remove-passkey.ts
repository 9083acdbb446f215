import { type Accounts, requireAccount } from '../accounts'
import { changeAccess } from '../credentials/change-access'
import { deletePasskey } from '../credentials/store'
import { isLastFactor } from '../factors/last-factor'
import { findPasskeys } from './store'

export type RemovePasskeyOutcome = 'removed' | 'unknown' | 'required' | 'last_way'

/** Removes one of the account's own passkeys. Without a password the last one stays, so nobody locks themselves out. */
export async function removePasskey(
  accounts: Accounts,
  id: string,
  sessionHash: Buffer<ArrayBuffer>,
  credentialId: string,
): Promise<RemovePasskeyOutcome> {
  const owner = { realm: accounts.realm, id }
  let refusal: RemovePasskeyOutcome = 'unknown'
  const isDone = await changeAccess(owner, sessionHash, async (change) => {
    const account = await requireAccount(change, accounts, id)
    if (await isLastFactor(change, accounts, account)) {
      refusal = 'required'
      return null
    }
    if (account.passwordHash === null && (await findPasskeys(change, owner)).length === 1) {
      refusal = 'last_way'
      return null
    }
    if (!(await deletePasskey(change, owner, credentialId))) return null
    await accounts.tell(change, account, 'passkey_removed')
    return true
  })
  return isDone ? 'removed' : refusal
}
