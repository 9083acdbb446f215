import { env } from '#lib/core/env'
import type { AuthorizationError, ProvenRedirect } from './errors'

/**
 * The address a person is sent back to. The registered URI is kept byte for byte and the parameters are added to its
 * query. @see RFC 6749 §4.1.2, §4.1.2.1, RFC 9207 §2
 */
function responseUri(redirect: ProvenRedirect, parameters: Record<string, string>): string {
  const answer = new URLSearchParams({ ...parameters, ...(redirect.state !== undefined && { state: redirect.state }), iss: env().BASE_URL })
  const joint = redirect.uri.includes('?') ? (/[?&]$/.test(redirect.uri) ? '' : '&') : '?'
  return `${redirect.uri}${joint}${answer}`
}

export const codeResponse = (redirect: ProvenRedirect, code: string) => responseUri(redirect, { code })

export const errorResponse = (error: Pick<AuthorizationError, 'code' | 'publicMessage' | 'redirect'>) =>
  responseUri(error.redirect, { error: error.code, error_description: error.publicMessage })
