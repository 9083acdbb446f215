import { randomBase62 } from '#lib/core/random-id'
import { openUnderSecret, type Place, sealUnderSecret } from '#lib/core/sealed'
import { issueSecret } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import type { Client } from '../client/store'
import { CODE_SECONDS } from '../lifetimes'
import type { AuthorizationRequest } from '../schema'
import { askedAssurance, asksForMethods } from './asked-assurance'
import { authTimeFor } from './auth-time-for'
import type { NewCode, SignedInSession } from './store'

/** The code itself is the key, so the row needs no name here. */
const noncePlace: Place = { table: 'authorization_codes', row: '', column: 'nonce_sealed' }

/** The `nonce` of the request a code was issued for, verbatim. @see OpenID Connect Core §3.1.2.1 */
export const openNonce = (code: string, sealed: Uint8Array | null): string | null => (sealed ? openUnderSecret(code, sealed, noncePlace) : null)

export type CodeBasis = { client: Client; session: SignedInSession; grantId: string }

/**
 * A fresh authorization code for a request: the secret for the answer and the row to keep. What the app will be told
 * about the log-in is decided here; nothing finer is kept with the code, and so with none of its tokens.
 */
export function newCode(request: AuthorizationRequest, basis: CodeBasis): { secret: string; stored: NewCode } {
  const { client, session, grantId } = basis
  const { secret, hash } = issueSecret('sgc', shardOf(grantId))
  const isTimeAsked = request.maxAgeSeconds !== undefined || client.requireAuthTime
  return {
    secret,
    stored: {
      hash,
      grantId,
      sessionHash: session.hash,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      nonceSealed: request.nonce === undefined ? null : sealUnderSecret(secret, request.nonce, noncePlace),
      authTime: isTimeAsked ? new Date(authTimeFor(session, client.id, request.maxAgeSeconds) * 1000) : null,
      amr: asksForMethods(request.acrValues) ? session.amr : factorClass(session.amr),
      askedAssurance: askedAssurance(request.acrValues),
      askedVerified: request.askedVerified ?? null,
      requestedScopes: request.scopes,
      lifetimeSeconds: CODE_SECONDS,
      newSid: randomBase62(22),
    },
  }
}

/** One factor or several: a rare combination of methods would tell a person from others. @see RFC 8176 §2 */
const factorClass = (amr: string[]) => [amr.includes('mfa') ? 'mfa' : 'pwd']
