import { env } from '#lib/core/env'
import type { AuthorizationError, ProvenRedirect } from './errors'

/**
 * The address a person is sent back to. The registered URI is kept byte for byte and the parameters are added to its
 * query. @see RFC 6749 §4.1.2, §4.1.2.1, RFC 9207 §2
 */
const responseUri = (redirect: ProvenRedirect, parameters: Record<string, string>) => withState(redirect, parameters, { iss: env().BASE_URL })

function withState({ uri, state }: ProvenRedirect, before: Record<string, string>, after: Record<string, string> = {}): string {
  const answer = new URLSearchParams({ ...before, ...(state !== undefined && { state }), ...after })
  if (answer.size === 0) return uri
  const joint = uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'
  return `${uri}${joint}${answer}`
}

/** Where a person goes after logging out here for an app. @see OpenID Connect RP-Initiated Logout §3 */
export const logoutResponse = (redirect: ProvenRedirect) => withState(redirect, {})

export const codeResponse = (redirect: ProvenRedirect, code: string) => responseUri(redirect, { code })

export const errorResponse = (error: Pick<AuthorizationError, 'code' | 'publicMessage' | 'redirect'>) =>
  responseUri(error.redirect, { error: error.code, error_description: error.publicMessage })
