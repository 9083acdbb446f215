import { env } from '#lib/core/env'
import { errorAddress } from '#lib/core/error-address'
import type { AuthorizationError, ProvenRedirect } from '../errors'
import type { Reason } from '../reasons'

/**
 * The registered URI is kept byte for byte and the parameters are added to its query, with the state that came.
 * @see RFC 6749 §4.1.2, §4.1.2.1
 */
export function withParameters(uri: string, parameters: Record<string, string>): string {
  const answer = new URLSearchParams(parameters)
  if (answer.size === 0) return uri
  const joint = uri.includes('?') ? (/[?&]$/.test(uri) ? '' : '&') : '?'
  return `${uri}${joint}${answer}`
}

/** What an app is told at the end of an authorization request, and where. */
export type AuthorizationAnswer = {
  redirect: ProvenRedirect
  parameters: Record<string, string>
  /** Of a refusal; never sent. */
  reason?: Reason
}

/** Names the server that answers, so that no client takes the answer of one for another's. @see RFC 9207 §2 */
const withIss = ({ state }: ProvenRedirect, parameters: Record<string, string>, hasIss: boolean) => ({
  ...parameters,
  ...(state !== undefined && { state }),
  ...(hasIss && { iss: env().BASE_URL }),
})

export const codeAnswer = (redirect: ProvenRedirect, code: string): AuthorizationAnswer => ({
  redirect,
  parameters: withIss(redirect, { code }, true),
})

/** @see RFC 6749 §4.1.2.1 */
export const errorAnswer = ({ code, reason, publicMessage, redirect }: AuthorizationError): AuthorizationAnswer => ({
  redirect,
  reason,
  parameters: withIss(redirect, { error: code, error_description: publicMessage, error_uri: errorAddress('oauth', code) }, redirect.hasIssInErrors),
})

/** The address that carries the answer in its query. */
export const answerUri = ({ redirect, parameters }: AuthorizationAnswer): string => withParameters(redirect.uri, parameters)
