import { env } from '#lib/core/env'
import { blindIndex } from '#lib/core/sealed'
import { newShard, randomOn, type Shard, shardOf, shardsIn } from '#lib/core/shard'
import type { Realm } from '../realm'
import { consumeChallenge, insertChallenge } from './store'

const CHALLENGE_SECONDS = 10 * 60

/** Us, in the words of WebAuthn: passkeys belong to this host name. @see WebAuthn Level 3 §5.1.2 */
export const relyingParty = () => ({ rpID: new URL(env().BASE_URL).hostname, rpName: 'Signet', origin: env().BASE_URL })

const CHALLENGE_CHARACTERS = 43

/** A challenge for whoever may come: it says itself where it is kept. */
export const newLogInChallenge = () => randomOn(newShard(), 'challenge', CHALLENGE_CHARACTERS)

/** Where one is kept: beside the account it is for, or where it says. @param challenge in base64url, as browsers are sent it */
const placesOf = (challenge: string, id: string | null): Shard[] =>
  id === null ? shardsIn('challenge', Buffer.from(challenge, 'base64url').toString('latin1')) : [shardOf(id)]

/** @param id whose new passkey it is for; null for a log-in */
export const rememberChallenge = (realm: Realm, challenge: string, id: string | null) =>
  insertChallenge(realm, placesOf(challenge, id)[0] as Shard, blindIndex('challenge', challenge), id, CHALLENGE_SECONDS)

export const isOurChallenge = (realm: Realm, id: string | null) => async (challenge: string) => {
  for (const shard of placesOf(challenge, id)) if (await consumeChallenge(realm, shard, blindIndex('challenge', challenge), id)) return true
  return false
}
