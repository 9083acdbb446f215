import { KEY_PERMISSIONS } from '#lib/companies/keys/key-permissions'
import { API_ERRORS, type ApiErrorCode, statusOfCode } from '#lib/core/api-error'
import type { Operation } from '#lib/core/operation'
import type { JsonSchema } from './openapi-schemas'
import { permissionsFor } from './operation-permissions'

/** What a message of each code is like. */
const MESSAGES: Record<ApiErrorCode, string> = {
  invalid_request: 'name: must not be empty',
  invalid_json: 'The body is not valid JSON.',
  invalid_redirect_uri: 'redirect_uris[0]: http is for loopback hosts only',
  invalid_scope: 'scopes: "address" is not in the scope catalog',
  invalid_status: 'status: "deleted" is not one of active, inactive',
  invalid_client_type: 'client_type: "confidental" is not one of confidential, public, spa, mobile, native',
  invalid_state: 'The session is canceled.',
  invalid_client: 'client_id: is not an active app of this company',
  unauthorized: 'A valid API key is required.',
  insufficient_permission: 'This API key lacks the permission "apps".',
  network_not_allowed: 'This API key may not be used from the network this request comes from.',
  not_found: 'There is no such resource.',
  method_not_allowed: 'This address does not have that method.',
  conflict: 'This Idempotency-Key was used for another request.',
  payload_too_large: 'The body has more than 65,536 bytes.',
  unsupported_media_type: 'The body must be application/json.',
  rate_limited: 'Too many requests.',
  server_error: 'Something went wrong on our side.',
  service_unavailable: 'The service is busy. Try again in a moment.',
}

/** Spec: Error object. */
export const ERROR_SCHEMAS: Record<'ErrorCode' | 'Error', JsonSchema> = {
  ErrorCode: { type: 'string', enum: Object.keys(API_ERRORS), description: 'What kind of fault it is. Each has a section in the documentation.' },
  Error: {
    type: 'object',
    required: ['error', 'message'],
    properties: {
      error: { $ref: '#/components/schemas/ErrorCode' },
      message: { type: 'string', description: 'For people: it names the field and the offending value.' },
    },
    additionalProperties: false,
  },
}

const ALWAYS: ApiErrorCode[] = ['unauthorized', 'network_not_allowed', 'rate_limited', 'server_error', 'service_unavailable']

/** The codes that an operation may refuse with, by their status. */
export function errorsOf(operation: Operation): Map<number, ApiErrorCode[]> {
  const { errors, method, body } = operation
  const isForEveryKey = permissionsFor(operation).length === KEY_PERMISSIONS.length
  const more: ApiErrorCode[] = [
    ...(method === 'POST' ? (['invalid_request', 'conflict'] as const) : []),
    ...(method === 'GET' ? [] : (['payload_too_large'] as const)),
    ...(body ? (['unsupported_media_type'] as const) : []),
    ...(isForEveryKey ? [] : (['insufficient_permission'] as const)),
  ]
  const codes = [...new Set([...errors, ...more, ...ALWAYS])]
  return new Map(codes.map((code) => [statusOfCode(code), codes.filter((other) => statusOfCode(other) === statusOfCode(code))]))
}

/** One example for each code that comes with a status: the list of them, for whoever reads and for programs. */
export const errorExamples = (codes: readonly ApiErrorCode[]) =>
  Object.fromEntries(codes.map((code) => [code, { value: { error: code, message: MESSAGES[code] } }]))
