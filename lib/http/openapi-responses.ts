import type { Operation } from '#lib/core/operation'
import { errorExamples, errorsOf } from './openapi-errors'
import { type JsonSchema, refTo } from './openapi-schemas'

export const content = (schema: JsonSchema, more: object = {}) => ({ 'application/json': { schema, ...more } })

const text = { schema: { type: 'string' } }

export const HEADERS = {
  'X-Request-Id': { description: 'Name it when you report a problem.', ...text },
  'RateLimit-Policy': { description: 'The limits in force, for this key and for the whole company: requests `q` in `w` seconds.', ...text },
  RateLimit: { description: 'What is left of each limit: `r` requests in the next `t` seconds.', ...text },
  'Retry-After': { description: 'Seconds to wait before the next request.', schema: { type: 'integer' } },
  Location: { description: 'Where the new resource is.', schema: { type: 'string', format: 'uri-reference' } },
  Link: { description: 'The line of the error catalogue that explains the code, `rel="help"`.', ...text },
  'WWW-Authenticate': { description: 'How to authenticate.', ...text },
}

/** What every operation may refuse, and what this one may: one schema, and the codes as its examples. */
export const errorResponses = (operation: Operation) =>
  Object.fromEntries(
    [...errorsOf(operation)].map(([status, codes]) => [
      status,
      { description: codes.join(', '), headers: headersOf(status), content: content(refTo('Error'), { examples: errorExamples(codes) }) },
    ]),
  )

type HeaderName = keyof typeof HEADERS

/** The headers that every answer of a status carries. */
export function headersOf(status: number, { located }: Pick<Operation, 'located'> = {}) {
  const names: HeaderName[] = ['X-Request-Id']
  if (status >= 400) names.push('Link')
  if (status === 401) names.push('WWW-Authenticate')
  // A key that is used from elsewhere is refused before its limits are looked at.
  else if (status !== 403 && status < 500) names.push('RateLimit-Policy', 'RateLimit')
  if (status === 429 || status === 503) names.push('Retry-After')
  if (status === 201 && located !== false) names.push('Location')
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]))
}
