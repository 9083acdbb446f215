import { KEY_AFTER_SECONDS, KEY_AHEAD_SECONDS } from '../lifetimes'
import { currentSigner, makeSigningKey, type SigningAlg } from './keys'
import { insertNextKey, type Rotation } from './store'

/**
 * Plans the change to a new key: it is published now, signs in an hour, and the old one stays published for as long as
 * anything it signed can be valid. Whoever keeps the key set for minutes never meets a `kid` it does not know.
 * @see OpenID Connect Core §10.1.1
 */
export async function rotateSigningKey(alg: SigningAlg): Promise<Rotation> {
  await currentSigner(alg)
  return insertNextKey(await makeSigningKey(alg), KEY_AHEAD_SECONDS, KEY_AFTER_SECONDS)
}
