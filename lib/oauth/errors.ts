import { AppError } from '#lib/core/errors'

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

/** A refusal at the token, userinfo or revocation endpoint. */
export class OAuthError extends AppError<OAuthErrorCode> {
  readonly status: number

  constructor(code: OAuthErrorCode, description: string, options?: { cause?: unknown }) {
    super(code, description, options)
    this.status = OAUTH_ERRORS[code]
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

/** A refusal that the client learns, at an address that was proven to be its own. */
export class AuthorizationError extends AppError<AuthorizationErrorCode> {
  readonly status = 303

  constructor(
    code: AuthorizationErrorCode,
    description: string,
    readonly redirect: ProvenRedirect,
  ) {
    super(code, description)
  }
}

export const PAGE_ERRORS = ['invalid_client', 'invalid_redirect_uri', 'invalid_request_uri'] as const

type PageErrorCode = (typeof PAGE_ERRORS)[number]

/** A refusal that only the person sees: there is no proven address to send it to. @see RFC 9700 §4.11 */
export class AuthorizationPageError extends AppError<PageErrorCode> {
  readonly status = 400

  constructor(
    code: PageErrorCode,
    description: string,
    /** For the owner of the app: which app it was and what address came. */
    readonly evidence: { appId: string; redirectUri: string } | null = null,
  ) {
    super(code, description)
  }
}

/** Exists only after client and redirect URI matched, so nothing can be sent to an unproven address. */
export class ProvenRedirect {
  private constructor(
    readonly uri: string,
    readonly state: string | undefined,
  ) {}

  /** @returns null unless `uri` equals one registered address character for character. Spec: redirect_uri. */
  static prove(registered: readonly string[], uri: string, state: string | undefined): ProvenRedirect | null {
    return registered.includes(uri) ? new ProvenRedirect(uri, state) : null
  }
}
