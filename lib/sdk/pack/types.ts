import openapiTS, { astToString, type OpenAPI3 } from 'openapi-typescript'
import type { openApiDocument } from '#lib/http/openapi'
import type { JsonSchema } from '#lib/http/openapi-schemas'

type Document = ReturnType<typeof openApiDocument>
type Described = Document['paths'][string][string]
type Content = { content?: { 'application/json': { schema: JsonSchema } } }

/** The types of the OpenAPI document, as openapi-typescript writes them. What has a default may be left out. */
export const openApiTypes = async (document: Document): Promise<string> =>
  astToString(await openapiTS(document as unknown as OpenAPI3, { defaultNonNullable: false, alphabetize: true }))

/** `Endpoints` by `METHOD /path`, told by those types. */
export function endpointTypes({ paths }: Document): string {
  const entries = Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, described]) => `  '${method.toUpperCase()} ${path}': ${entryOf(described)}`),
  )
  return [
    `import type { components, operations } from './openapi.js'`,
    '',
    'export type Endpoints = {',
    ...entries,
    '}',
    '',
    `export type Event = components['schemas']['Event']`,
    `export type RequestLine = components['schemas']['RequestLine']`,
    '',
  ].join('\n')
}

function entryOf({ operationId, parameters, requestBody, responses }: Described): string {
  const from = (kind: string) => parameters.some((one) => one.in === kind)
  const part = (kind: string) => (from(kind) ? `operations['${operationId}']['parameters']['${kind}']` : 'undefined')
  const answer = Object.entries(responses as Record<string, Content>).find(([status]) => status < '3')?.[1]
  const lines = { path: part('path'), query: part('query'), body: named(requestBody), answer: named(answer) }
  return `{ ${Object.entries(lines)
    .map(([name, type]) => `${name}: ${type}`)
    .join('; ')} }`
}

const named = (message: unknown): string => {
  const name = (message as Content | undefined)?.content?.['application/json'].schema.$ref?.split('/').at(-1)
  return name === undefined ? 'undefined' : `components['schemas']['${name}']`
}
