import { AppError } from '#lib/core/errors'
import type { Client } from './client/store'
import { REASON_CODES, type Reason, type ReasonFor } from './reasons'
import { isResponseMode, type ResponseMode } from './schema'

/** Codes that come in a response body, with their status. @see RFC 6749 §5.2, RFC 6750 §3.1, RFC 7009 §2.2.1, RFC 9126 §2.3 */
export const OAUTH_ERRORS = {
  invalid_request: 400,
  invalid_client: 401,
  invalid_grant: 400,
  unsupported_grant_type: 400,
  invalid_scope: 400,
  invalid_token: 401,
  invalid_redirect_uri: 400,
  unsupported_response_type: 400,
  access_denied: 400,
  login_required: 400,
  consent_required: 400,
  request_not_supported: 400,
  request_uri_not_supported: 400,
} as const

export type OAuthErrorCode = keyof typeof OAUTH_ERRORS

/** What is our fault, at any endpoint. */
export const OAUTH_FAULTS = { server_error: 500, temporarily_unavailable: 503 } as const

/** Anything the protocol refuses. There is no refusal without a reason, and the reason has one code. */
export abstract class ProtocolRefusal<Code extends OAuthErrorCode = OAuthErrorCode> extends AppError<Code> {
  constructor(
    readonly reason: ReasonFor<Code>,
    description: string,
    options?: { cause?: unknown },
  ) {
    super(REASON_CODES[reason] as Code, description, options)
  }
}

/** A refusal at the token, userinfo or revocation endpoint. */
export class OAuthError extends ProtocolRefusal {
  readonly status: number

  constructor(reason: Reason, description: string, options?: { cause?: unknown }) {
    super(reason, description, options)
    this.status = OAUTH_ERRORS[this.code]
  }
}

/** @see RFC 6749 §4.1.2.1, OpenID Connect Core §3.1.2.6, RFC 9101 §6.3 */
export const AUTHORIZATION_ERRORS = [
  'invalid_request',
  'unsupported_response_type',
  'invalid_scope',
  'access_denied',
  'login_required',
  'consent_required',
  'request_not_supported',
  'request_uri_not_supported',
] as const

export type AuthorizationErrorCode = (typeof AUTHORIZATION_ERRORS)[number]

export type AuthorizationReason = ReasonFor<AuthorizationErrorCode>

/** A refusal that the client learns, at an address that was proven to be its own. */
export class AuthorizationError extends ProtocolRefusal<AuthorizationErrorCode> {
  readonly status = 303

  constructor(
    reason: AuthorizationReason,
    description: string,
    readonly redirect: ProvenRedirect,
  ) {
    super(reason, description)
  }
}

export const PAGE_ERRORS = ['invalid_client', 'invalid_redirect_uri', 'invalid_request'] as const

type PageErrorCode = (typeof PAGE_ERRORS)[number]

/** A refusal that only the person sees: there is no proven address to send it to. @see RFC 9700 §4.11 */
export class AuthorizationPageError extends ProtocolRefusal<PageErrorCode> {
  readonly status = 400

  constructor(
    reason: ReasonFor<PageErrorCode>,
    description: string,
    /** For the owner of the app: which app it was and what address came. */
    readonly evidence: { appId: string; redirectUri: string } | null = null,
  ) {
    super(reason, description)
  }
}

/** Exists only after client and redirect URI matched, so nothing can be sent to an unproven address. */
export class ProvenRedirect {
  private constructor(
    readonly uri: string,
    readonly state: string | undefined,
    /** Whether an error answer names us. A code always does. */
    readonly hasIssInErrors: boolean,
    readonly clientId: string,
    readonly responseMode: ResponseMode,
  ) {}

  /** @returns null unless `uri` equals one registered address character for character. Spec: redirect_uri. */
  static prove(
    client: Pick<Client, 'clientId' | 'redirectUris' | 'omitIssInErrors'>,
    uri: string,
    state: string | undefined,
    responseMode: string | undefined,
  ): ProvenRedirect | null {
    if (!client.redirectUris.includes(uri)) return null
    // A fault of the mode itself is told the way every client can hear it.
    const mode = responseMode !== undefined && isResponseMode(responseMode) ? responseMode : 'query'
    return new ProvenRedirect(uri, state, !client.omitIssInErrors, client.clientId, mode)
  }
}
