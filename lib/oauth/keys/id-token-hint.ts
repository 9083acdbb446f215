import { compactVerify, createLocalJWKSet, decodeJwt } from 'jose'
import { env } from '#lib/core/env'
import { AuthorizationError, type ProvenRedirect } from '../errors'
import { everyPublicKey } from './keys'

/**
 * What an id_token of ours says about its person and its app, however old it is: the keys of all times count, and its
 * expiry does not matter. @see OpenID Connect Core §3.1.2.1, RP-Initiated Logout §2
 * @returns null when it is not one of ours
 */
export async function openIdTokenHint(hint: string): Promise<{ sub: string; clientId: string } | null> {
  try {
    const { protectedHeader } = await compactVerify(hint, createLocalJWKSet(await everyPublicKey()))
    const { iss, sub, aud } = decodeJwt(hint)
    const isOurs = protectedHeader.typ === 'JWT' && iss === env().BASE_URL
    return isOurs && typeof sub === 'string' && typeof aud === 'string' ? { sub, clientId: aud } : null
  } catch (error) {
    if (error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_J')) return null
    throw error
  }
}

/** The person an earlier id_token of this client names. @throws AuthorizationError `invalid_request` */
export async function readIdTokenHint(hint: string, client: { clientId: string }, redirect: ProvenRedirect): Promise<string> {
  const named = await openIdTokenHint(hint)
  if (named?.clientId === client.clientId) return named.sub
  throw new AuthorizationError('id_token_hint_foreign', 'id_token_hint is not an id_token of this app', redirect)
}
