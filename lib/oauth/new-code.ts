import { issueSecret } from '#lib/core/secret-token'
import { CODE_SECONDS } from './lifetimes'
import type { AuthorizationRequest } from './schema'
import type { NewCode } from './store/authorization'

/** A fresh authorization code for a request: the secret for the answer and the row to keep. */
export function newCode(request: AuthorizationRequest, grantId: string, sessionHash: Buffer): { secret: string; stored: NewCode } {
  const { secret, hash } = issueSecret('sgc')
  return {
    secret,
    stored: {
      hash,
      grantId,
      sessionHash,
      redirectUri: request.redirectUri,
      codeChallenge: request.codeChallenge,
      nonce: request.nonce,
      requestedScopes: request.scopes,
      lifetimeSeconds: CODE_SECONDS,
    },
  }
}
