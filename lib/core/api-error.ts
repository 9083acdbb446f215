import { AppError } from './errors'

/** Every code the REST interfaces answer with, and its one HTTP status. */
export const API_ERRORS = {
  invalid_request: 400,
  invalid_json: 400,
  invalid_redirect_uri: 400,
  invalid_scope: 400,
  invalid_status: 400,
  invalid_client_type: 400,
  invalid_state: 400,
  invalid_client: 400,
  unauthorized: 401,
  insufficient_permission: 403,
  network_not_allowed: 403,
  not_found: 404,
  method_not_allowed: 405,
  conflict: 409,
  payload_too_large: 413,
  unsupported_media_type: 415,
  rate_limited: 429,
  server_error: 500,
  service_unavailable: 503,
} as const

export type ApiErrorCode = keyof typeof API_ERRORS

export const statusOfCode = (code: ApiErrorCode): number => API_ERRORS[code]

/** A refusal of a REST request. The message names the field and the offending value. */
export class ApiError extends AppError<ApiErrorCode> {
  readonly status: number

  constructor(code: ApiErrorCode, publicMessage: string, options?: { cause?: unknown }) {
    super(code, publicMessage, options)
    this.status = API_ERRORS[code]
  }
}

/** The one answer for a missing thing and for a foreign one. Spec: Authentication, rule 1. */
export const notFound = () => new ApiError('not_found', 'There is no such resource.')
