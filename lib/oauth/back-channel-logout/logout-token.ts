import { SignJWT } from 'jose'
import { env } from '#lib/core/env'
import { newId } from '#lib/core/random-id'
import { numericDate } from '#lib/core/time'
import { currentSigner, type SigningAlg } from '../keys/keys'
import { sessionIdOf } from '../keys/session-id'

const EVENT = 'http://schemas.openid.net/event/backchannel-logout'
const LIVES_SECONDS = 120

/**
 * Says that one session of one person at one app is over. It names the session as that app knows it, and nobody: what it
 * says is of use to nobody else. @param visit the random name under which that session is kept.
 * @see OpenID Connect Back-Channel Logout §2.4
 */
export async function signLogoutToken(client: { clientId: string; idTokenAlg: string }, visit: string): Promise<string> {
  const { kid, alg, key } = await currentSigner(client.idTokenAlg as SigningAlg)
  const issuedAt = numericDate(new Date())
  return new SignJWT({ events: { [EVENT]: {} }, sid: sessionIdOf(visit) })
    .setProtectedHeader({ alg, kid, typ: 'logout+jwt' })
    .setIssuer(env().BASE_URL)
    .setAudience(client.clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + LIVES_SECONDS)
    .setJti(newId('jti'))
    .sign(key)
}
