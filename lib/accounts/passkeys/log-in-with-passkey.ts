import { type AuthenticationResponseJSON, generateAuthenticationOptions, verifyAuthenticationResponse } from '@simplewebauthn/server'
import { withDatabase } from '#lib/core/db'
import type { Accounts } from '../accounts'
import type { Realm } from '../realm'
import type { ProvenLogIn } from '../sessions/record-log-in'
import { isOurChallenge, newLogInChallenge, relyingParty, rememberChallenge } from './relying-party'
import { findPasskey, markPasskeyUsed } from './store'

/** What the browser needs to offer its passkeys; no account is named. @see WebAuthn Level 3 §7.2 */
export async function passkeyRequestOptions({ realm }: Pick<Accounts, 'realm'>) {
  const options = await generateAuthenticationOptions({ rpID: relyingParty().rpID, userVerification: 'required', challenge: newLogInChallenge() })
  await rememberChallenge(realm, options.challenge, null)
  return options
}

/**
 * Who signed our challenge, and how: a passkey bound to one device is `hwk`, one that is synchronised `swk`; its owner
 * was present (`user`) and verified by the device, which makes it `mfa`. @see RFC 8176 §2
 */
export async function logInWithPasskey({ realm }: Pick<Accounts, 'realm'>, response: AuthenticationResponseJSON): Promise<ProvenLogIn | null> {
  const passkey = await findNamedPasskey(realm, response)
  if (!passkey) return null
  const { rpID, origin } = relyingParty()
  const result = await verifyAuthenticationResponse({
    response,
    expectedChallenge: isOurChallenge(realm, null),
    expectedOrigin: origin,
    expectedRPID: rpID,
    credential: { id: passkey.credential_id, publicKey: new Uint8Array(passkey.public_key), counter: Number(passkey.counter) },
    requireUserVerification: true,
  }).catch(() => null) // whatever a browser or a script sends, what cannot be verified is refused
  if (!result?.verified) return null
  const { newCounter, credentialDeviceType } = result.authenticationInfo
  await withDatabase((db) => markPasskeyUsed(db, { realm, id: passkey.id }, passkey.credential_id, newCounter))
  return { id: passkey.id, accessVersion: passkey.access_version, amr: [credentialDeviceType === 'singleDevice' ? 'hwk' : 'swk', 'user', 'mfa'] }
}

/** The passkey that an answer names, and the account that it says is its owner; whether it holds is another matter. */
export function findNamedPasskey(realm: Realm, answer: AuthenticationResponseJSON) {
  const { id, response } = answer ?? {}
  const handle = response?.userHandle
  const owner = typeof handle === 'string' ? Buffer.from(handle, 'base64url').toString() : null
  return withDatabase((db) => findPasskey(db, realm, typeof id === 'string' ? id : '', owner))
}
