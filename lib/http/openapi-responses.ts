import { KEY_PERMISSIONS } from '#lib/companies/keys/key-permissions'
import { type ApiErrorCode, statusOfCode } from '#lib/core/api-error'
import type { Operation } from '#lib/core/operation'
import { permissionsFor } from './operation-permissions'

export const content = (schema: object) => ({ 'application/json': { schema } })

const text = { schema: { type: 'string' } }

export const HEADERS = {
  'X-Request-Id': { description: 'Name it when you report a problem.', ...text },
  'RateLimit-Policy': { description: 'The limits in force, for this key and for the whole company: requests `q` in `w` seconds.', ...text },
  RateLimit: { description: 'What is left of each limit: `r` requests in the next `t` seconds.', ...text },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
  Location: { description: 'Where the new resource is.', schema: { type: 'string', format: 'uri-reference' } },
  'WWW-Authenticate': { description: 'How to authenticate.', ...text },
}

/** Spec: Error object. The codes are those that come with one status. */
const errorObject = (codes: readonly ApiErrorCode[]) => ({
  type: 'object',
  required: ['error', 'message'],
  properties: { error: { type: 'string', enum: codes }, message: { type: 'string' } },
  additionalProperties: false,
})

const ALWAYS: ApiErrorCode[] = ['unauthorized', 'network_not_allowed', 'rate_limited', 'server_error', 'service_unavailable']

/** What every operation may refuse, and what this one may. */
export function errorResponses(operation: Operation) {
  const { errors, method, body } = operation
  const isForEveryKey = permissionsFor(operation).length === KEY_PERMISSIONS.length
  const more: ApiErrorCode[] = [
    ...(method === 'POST' ? (['invalid_request', 'conflict'] as const) : []),
    ...(method === 'GET' ? [] : (['payload_too_large'] as const)),
    ...(body ? (['unsupported_media_type'] as const) : []),
    ...(isForEveryKey ? [] : (['insufficient_permission'] as const)),
  ]
  const codes = [...new Set([...errors, ...more, ...ALWAYS])]
  return Object.fromEntries(
    codes.map((code) => {
      const status = statusOfCode(code)
      const alike = codes.filter((other) => statusOfCode(other) === status)
      return [status, { description: alike.join(', '), headers: headersOf(status), content: content(errorObject(alike)) }]
    }),
  )
}

type HeaderName = keyof typeof HEADERS

/** The headers that every answer of a status carries. */
export function headersOf(status: number, { located }: Pick<Operation, 'located'> = {}) {
  const names: HeaderName[] = ['X-Request-Id']
  if (status === 401) names.push('WWW-Authenticate')
  // A key that is used from elsewhere is refused before its limits are looked at.
  else if (status !== 403 && status < 500) names.push('RateLimit-Policy', 'RateLimit')
  if (status === 429 || status === 503) names.push('Retry-After')
  if (status === 201 && located !== false) names.push('Location')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
