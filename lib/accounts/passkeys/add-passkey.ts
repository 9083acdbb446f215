import { type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { databaseCode, withDatabase } from '#lib/core/db'
import { type Accounts, requireAccount } from '../accounts'
import { changeAccess } from '../credentials/change-access'
import { insertPasskey, type NewPasskey } from '../credentials/store'
import type { Realm } from '../realm'
import { addFactorUsed } from '../sessions/store'
import { newPasskeyOptions } from './new-passkey-options'
import { isOurChallenge, relyingParty } from './relying-party'
import { findPasskeys } from './store'

/** What the browser needs to make one more passkey of an account. */
export async function passkeyCreationOptions(accounts: Accounts, id: string) {
  const owner = { realm: accounts.realm, id }
  const [account, known] = await withDatabase(async (db) => [await requireAccount(db, accounts, id), await findPasskeys(db, owner)] as const)
  return newPasskeyOptions(
    owner,
    account.name,
    known.map(({ credentialId }) => credentialId),
  )
}

/** The passkey in a browser's answer to the challenge that was made for this account; null when it is no answer to it. */
export async function readNewPasskey(
  realm: Realm,
  id: string,
  response: RegistrationResponseJSON,
  device: string | null,
): Promise<NewPasskey | null> {
  const { rpID, origin } = relyingParty()
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: isOurChallenge(realm, id),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null) // whatever a browser or a script sends, what cannot be verified is refused
  if (!result?.verified) return null
  const { id: credentialId, publicKey, counter, transports = [] } = result.registrationInfo.credential
  return { credentialId, publicKey, counter, transports, device }
}

/** @param sessionHash the session that asks; it stays @returns false when the answer is not one to our challenge */
export async function addPasskey(
  accounts: Accounts,
  id: string,
  sessionHash: Buffer<ArrayBuffer>,
  response: RegistrationResponseJSON,
  device: string | null,
): Promise<boolean> {
  const passkey = await readNewPasskey(accounts.realm, id, response, device)
  if (!passkey) return false
  const owner = { realm: accounts.realm, id }
  try {
    const isDone = await changeAccess(owner, sessionHash, async (change) => {
      await insertPasskey(change, owner, passkey)
      await addFactorUsed(change, owner, sessionHash, ['user', 'mfa'])
      await accounts.tell(change, await requireAccount(change, accounts, id), 'passkey_added')
      return true
    })
    return isDone === true
  } catch (error) {
    if (['P2002', '23505'].includes(databaseCode(error))) return false
    throw error
  }
}
