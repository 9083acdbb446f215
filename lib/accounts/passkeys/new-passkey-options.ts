import { generateRegistrationOptions } from '@simplewebauthn/server'
import type { Owner } from '../realm'
import { relyingParty, rememberChallenge } from './relying-party'

/**
 * What the browser needs to make a passkey that is found without a name being typed: on this device first, else on a phone
 * or a security key. @see WebAuthn Level 3 §5.8.7, §7.1
 * @param name under which it is offered later @param known passkeys that the account has, by id
 */
export async function newPasskeyOptions(owner: Owner, name: string, known: string[] = []) {
  const { rpID, rpName } = relyingParty()
  const options = await generateRegistrationOptions({
    rpID,
    rpName,
    userID: new TextEncoder().encode(owner.id),
    userName: name,
    attestationType: 'none',
    excludeCredentials: known.map((id) => ({ id })),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
  })
  await rememberChallenge(owner.realm, options.challenge, owner.id)
  return { ...options, hints: [...HINTS] }
}

/** In the order of what most people have at hand. */
const HINTS = ['client-device', 'hybrid', 'security-key'] as const
