import { changeAccess } from '../credentials/change-access'
import { insertPasskey, type NewPasskey } from '../credentials/store'
import type { Owner } from '../realm'

/** The passkey that an account is opened with, in the transaction that makes the account. */
export const keepFirstPasskey = (owner: Owner, passkey: NewPasskey) =>
  changeAccess(owner, null, async (change) => {
    await insertPasskey(change, owner, passkey)
    return true
  })
