import { type Accounts, requireAccount } from '../accounts'
import { changeAccess } from '../credentials/change-access'
import { deletePasskey } from '../credentials/store'
import { isLastFactor } from '../factors/last-factor'

export type RemovePasskeyOutcome = 'removed' | 'unknown' | 'required'

/** Removes one of the account's own passkeys. The password stays, so nobody locks themselves out. */
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
    if (!(await deletePasskey(change, owner, credentialId))) return null
    await accounts.tell(change, account, 'passkey_removed')
    return true
  })
  return isDone ? 'removed' : refusal
}
