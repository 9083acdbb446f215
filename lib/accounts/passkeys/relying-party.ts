import { env } from '#lib/core/env'
import { blindIndex } from '#lib/core/sealed'
import type { Realm } from '../realm'
import { consumeChallenge, insertChallenge } from './store'

const CHALLENGE_SECONDS = 10 * 60

/** Us, in the words of WebAuthn: passkeys belong to this host name. @see WebAuthn Level 3 §5.1.2 */
export const relyingParty = () => ({ rpID: new URL(env().BASE_URL).hostname, rpName: 'Signet', origin: env().BASE_URL })

/** @param id whose new passkey it is for; null for a log-in */
export const rememberChallenge = (realm: Realm, challenge: string, id: string | null) =>
  insertChallenge(realm, blindIndex('challenge', challenge), id, CHALLENGE_SECONDS)

export const isOurChallenge = (realm: Realm, id: string | null) => (challenge: string) =>
  consumeChallenge(realm, blindIndex('challenge', challenge), id)
