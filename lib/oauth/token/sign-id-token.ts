import { createHash } from 'node:crypto'
import { SignJWT } from 'jose'
import { env } from '#lib/core/env'
import { numericDate } from '#lib/core/time'
import type { ScopeName } from '#lib/scopes/catalog'
import { claimsFromDocuments } from '#lib/users/claims'
import { levelReached, unsuspended } from '#lib/users/judge-release'
import { acrOf } from '../authorize/asked-assurance'
import type { Client } from '../client/store'
import { currentSigner, type SigningAlg } from '../keys/keys'
import { sessionIdOf } from '../keys/session-id'
import { ID_TOKEN_SECONDS } from '../lifetimes'
import type { SignIn } from './store'

/** A sign-in of which an app is told. */
export type SignedIn = {
  client: Client
  signIn: SignIn
  /** What the app is given: it learns at which level that is, and of nothing else. */
  accessScopes: ScopeName[]
  /** Of the authorization request; a refreshed id_token has none. */
  nonce: string | null
}

/**
 * The id_token: who signed in, when and how; no profile claims. @see OpenID Connect Core §2, §3.1.3.6
 * @param accessToken the token issued beside it, bound by `at_hash`
 */
export async function signIdToken({ client, signIn, nonce, accessScopes }: SignedIn, accessToken: string): Promise<string> {
  const { kid, alg, key } = await currentSigner(client.idTokenAlg as SigningAlg)
  const issuedAt = numericDate(signIn.now)
  const level = toldLevel({ signIn, accessScopes })
  return new SignJWT({
    ...(signIn.authTime && { auth_time: numericDate(signIn.authTime) }),
    ...(nonce !== null && { nonce }),
    at_hash: halfHash(accessToken),
    amr: signIn.amr,
    ...(signIn.sid !== null && { sid: sessionIdOf(signIn.sid) }),
    ...(level && { acr: acrOf(level) }),
  })
    .setProtectedHeader({ alg, kid, typ: 'JWT' })
    .setIssuer(env().BASE_URL)
    .setSubject(signIn.sub)
    .setAudience(client.clientId)
    .setIssuedAt(issuedAt)
    .setExpirationTime(issuedAt + ID_TOKEN_SECONDS)
    .sign(key)
}

/** The level that the id_token says the person's claims have; undefined for none. */
export const toldLevel = ({ signIn: { assurance }, accessScopes }: Pick<SignedIn, 'signIn' | 'accessScopes'>) =>
  levelReached(assurance.asked, assurance.held, claimsFromDocuments(accessScopes, unsuspended(assurance.held)))

/** Left half of the SHA-256 of the ASCII text; both algorithms in use are SHA-256 ones. */
const halfHash = (text: string) => createHash('sha256').update(text, 'ascii').digest().subarray(0, 16).toString('base64url')
