import { z } from 'zod'
import { env } from '#lib/core/env'
import { type Operation, PATH_PARAMETER } from '#lib/core/operation'
import { eventOf } from '#lib/events/contract'
import { EVENT_DATA, EVENT_TYPES, type EventType } from '#lib/events/types'
import { ERROR_SCHEMAS } from './openapi-errors'
import { exampleOf } from './openapi-examples'
import { content, errorResponses, HEADERS, headersOf } from './openapi-responses'
import { type JsonSchema, namedSchemas } from './openapi-schemas'
import { permissionsFor } from './operation-permissions'
import { RETIREMENTS, type Retirement } from './retirements'

type Named = ReturnType<typeof namedSchemas>

/**
 * The interface as OpenAPI 3.1, printed from the operations that validate requests and answers. What a key needs is told as the roles of a
 * security requirement. @see OpenAPI 3.1.1 §4.8.30
 */
export function openApiDocument(operations: readonly Operation[], baseUrl = env().BASE_URL, retirements = RETIREMENTS) {
  const named = namedSchemas()
  for (const [name, schema] of Object.entries(ERROR_SCHEMAS)) named.put(name, schema)
  const paths: Record<string, Record<string, ReturnType<typeof describe>>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(PATH_PARAMETER, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation, named, retirements) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Signet', version: '1', description: 'Management and verification interfaces for companies.' },
    servers: [{ url: baseUrl }],
    externalDocs: { url: `${baseUrl}/docs` },
    security: [{ apiKey: [] }],
    tags: [...new Set([...operations.map(({ tag }) => tag), SENT])].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, describeEvent(type, named)])),
    components: {
      securitySchemes: {
        apiKey: {
          type: 'http',
          scheme: 'bearer',
          description:
            'An API key of your company, made in the company panel. Its permissions are the roles that operations name; any one of them will do.',
        },
      },
      headers: HEADERS,
      schemas: Object.fromEntries(Object.entries(named.schemas).toSorted(([one], [other]) => (one < other ? -1 : 1))),
    },
  }
}

const SENT = 'Webhook requests'

/** What we send, as the document's `webhooks`: the same envelope on every way. */
const describeEvent = (type: EventType, { write }: Named) => ({
  post: {
    operationId: `event_${type.replaceAll('.', '_')}`,
    summary: type,
    description: EVENT_DATA[type].description,
    tags: [SENT],
    security: [],
    requestBody: { required: true, content: content(write(eventOf(type), 'output')) },
    responses: { '2XX': { description: 'Taken. Anything else is tried again.' } },
  },
})

function describe(operation: Operation, { write, schemas }: Named, retirements: readonly Retirement[]) {
  const { id, summary, description, tag, params = {}, query, body, output, status, method } = operation
  const name = `${id[0]?.toUpperCase()}${id.slice(1)}`
  const taken = body && write(body, 'input', `${name}Request`)
  const retired = retirements.find((one) => one.path === operation.path && one.method === method)
  const given = isEmpty(output) ? undefined : write(output, 'output', `${name}Response`)
  return {
    operationId: id,
    summary,
    description: retired ? `${description ?? summary} ${sayRetired(retired)}` : description,
    ...(retired && { deprecated: true }),
    tags: [tag],
    security: permissionsFor(operation).map((permission) => ({ apiKey: [permission] })),
    parameters: [
      ...Object.entries(params).map(([parameter, schema]) => ({ name: parameter, in: 'path', required: true, schema: write(schema, 'input') })),
      ...(query ? queryParameters(write(query, 'input')) : []),
      ...(method === 'POST' ? [IDEMPOTENCY_KEY] : []),
    ],
    ...(taken && { requestBody: { required: true, content: content(taken, { example: exampleOf(taken, schemas, { isRequest: true }) }) } }),
    responses: {
      [status]: {
        description: summary,
        headers: headersOf(status, operation),
        ...(given && { content: content(given, { example: exampleOf(given, schemas) }) }),
      },
      ...errorResponses(operation),
    },
  }
}

const sayRetired = ({ deprecated, sunset, instead }: Retirement) =>
  `Deprecated since ${deprecated}, ends on ${sunset}.${instead === null ? '' : ` Use ${instead}.`}`

/** @see draft-ietf-httpapi-idempotency-key-header */
const IDEMPOTENCY_KEY = {
  name: 'Idempotency-Key',
  in: 'header',
  required: false,
  description: 'Of your choosing, best a UUID: for 24 hours the same key and body get the first answer again, and nothing is done twice.',
  schema: { type: 'string', minLength: 1, maxLength: 255, pattern: '^[\\x20-\\x7e]+$' } as JsonSchema,
}

const isEmpty = (output: z.ZodType) => output instanceof z.ZodNull

const queryParameters = ({ properties = {}, required = [] }: JsonSchema) =>
  Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: 'query',
    required: required.includes(name),
    ...(description !== undefined && { description }),
    schema,
  }))
