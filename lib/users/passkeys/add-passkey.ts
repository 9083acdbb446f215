import { generateRegistrationOptions, type RegistrationResponseJSON, verifyRegistrationResponse } from '@simplewebauthn/server'
import { databaseCode, withDatabase } from '#lib/core/db'
import { changeAccess } from '../access/change-access'
import { deletePasskey, insertPasskey } from '../access/store'
import { requireAccount } from '../account/open-account'
import { tellChange } from '../factors/tell-change'
import { isOurChallenge, relyingParty, rememberChallenge } from './relying-party'
import { findPasskeys } from './store'

/** What the browser needs to make a passkey that is found without a name being typed. @see WebAuthn Level 3 §7.1 */
export async function passkeyCreationOptions(userId: string) {
  const { rpID, rpName } = relyingParty()
  const [account, known] = await withDatabase(async (db) => [await requireAccount(db, userId), await findPasskeys(db, userId)] as const)
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(userId),
    userName: account.email,
    attestationType: 'none',
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await rememberChallenge(options.challenge, userId)
  return options
}

/** @param sessionHash the session that asks; it stays @returns false when the answer is not one to our challenge */
export async function addPasskey(
  userId: string,
  sessionHash: Buffer<ArrayBuffer>,
  response: RegistrationResponseJSON,
  device: string | null,
): Promise<boolean> {
  const { rpID, origin } = relyingParty()
  const result = await verifyRegistrationResponse({
    response,
    expectedChallenge: isOurChallenge(userId),
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
  }).catch(() => null) // whatever a browser or a script sends, what cannot be verified is refused
  if (!result?.verified) return false
  const { credential } = result.registrationInfo
  try {
    const isDone = await changeAccess(userId, sessionHash, async (tx) => {
      await insertPasskey(tx, {
        credentialId: credential.id,
        userId,
        publicKey: credential.publicKey,
        counter: credential.counter,
        transports: credential.transports ?? [],
        device,
      })
      await tellChange(tx, await requireAccount(tx, userId), 'passkey_added')
      return true
    })
    return isDone === true
  } catch (error) {
    if (['P2002', '23505'].includes(databaseCode(error))) return false
    throw error
  }
}

/** Removes one of the person's own passkeys. The password stays, so nobody locks themselves out. */
export async function removePasskey(userId: string, sessionHash: Buffer<ArrayBuffer>, credentialId: string): Promise<boolean> {
  const isDone = await changeAccess(userId, sessionHash, async (tx) => {
    if (!(await deletePasskey(tx, userId, credentialId))) return null
    await tellChange(tx, await requireAccount(tx, userId), 'passkey_removed')
    return true
  })
  return isDone === true
}
