import { generateRegistrationOptions, type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { databaseCode, withDatabase } from '#lib/core/db'
import { type Accounts, requireAccount } from '../accounts'
import { changeAccess } from '../credentials/change-access'
import { insertPasskey } from '../credentials/store'
import { addFactorUsed } from '../sessions/store'
import { isOurChallenge, relyingParty, rememberChallenge } from './relying-party'
import { findPasskeys } from './store'

/** What the browser needs to make a passkey that is found without a name being typed. @see WebAuthn Level 3 §7.1 */
export async function passkeyCreationOptions(accounts: Accounts, id: string) {
  const { rpID, rpName } = relyingParty()
  const owner = { realm: accounts.realm, id }
  const [account, known] = await withDatabase(async (db) => [await requireAccount(db, accounts, id), await findPasskeys(db, owner)] as const)
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(id),
    userName: account.name,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await rememberChallenge(accounts.realm, options.challenge, id)
  return options
}

/** @param sessionHash the session that asks; it stays @returns false when the answer is not one to our challenge */
export async function addPasskey(
  accounts: Accounts,
  id: string,
  sessionHash: Buffer<ArrayBuffer>,
  response: RegistrationResponseJSON,
  device: string | null,
): Promise<boolean> {
  const { rpID, origin } = relyingParty()
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: isOurChallenge(accounts.realm, id),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null) // whatever a browser or a script sends, what cannot be verified is refused
  if (!result?.verified) return false
  const { id: credentialId, publicKey, counter, transports = [] } = result.registrationInfo.credential
  const owner = { realm: accounts.realm, id }
  try {
    const isDone = await changeAccess(owner, sessionHash, async (change) => {
      await insertPasskey(change, owner, { credentialId, publicKey, counter, transports, device })
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
