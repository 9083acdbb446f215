import { z } from 'zod'
import { env } from '#lib/core/env'
import { type Operation, PATH_PARAMETER } from '#lib/core/operation'
import { eventOf } from '#lib/events/contract'
import { EVENT_DATA, EVENT_TYPES, type EventType } from '#lib/events/types'
import { content, errorResponses, HEADERS, headersOf } from './openapi-responses'
import { permissionsFor } from './operation-permissions'

const schemaOf = (schema: z.ZodType, io: 'input' | 'output') => {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, { io })
  return rest
}

/**
 * The interface as OpenAPI 3.1, printed from the operations that validate requests and answers. What a key needs is told as the roles of a
 * security requirement. @see OpenAPI 3.1.1 §4.8.30
 */
export function openApiDocument(operations: readonly Operation[]) {
  const paths: Record<string, Record<string, object>> = {}
  for (const operation of operations) {
    const path = operation.path.replace(PATH_PARAMETER, '{$1}')
    paths[path] = { ...paths[path], [operation.method.toLowerCase()]: describe(operation) }
  }
  return {
    openapi: '3.1.1',
    info: { title: 'Signet', version: '1', description: 'Management and verification interfaces for companies.' },
    servers: [{ url: env().BASE_URL }],
    security: [{ apiKey: [] }],
    tags: [...new Set(operations.map(({ tag }) => tag))].map((name) => ({ name })),
    paths,
    webhooks: Object.fromEntries(EVENT_TYPES.map((type) => [type, describeEvent(type)])),
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
    },
  }
}

/** What we send, as the document's `webhooks`: the same envelope on every way. */
const describeEvent = (type: EventType) => ({
  post: {
    operationId: `event_${type.replaceAll('.', '_')}`,
    summary: type,
    description: EVENT_DATA[type].description,
    tags: ['Events'],
    security: [],
    requestBody: { required: true, content: content(schemaOf(eventOf(type), 'output')) },
    responses: { '2XX': { description: 'Taken. Anything else is tried again.' } },
  },
})

function describe(operation: Operation) {
  const { id, summary, description, tag, query, body, output, status, method } = operation
  return {
    operationId: id,
    summary,
    description,
    tags: [tag],
    security: permissionsFor(operation).map((permission) => ({ apiKey: [permission] })),
    parameters: [
      ...[...operation.path.matchAll(PATH_PARAMETER)].map(([, name]) => ({ name, in: 'path', required: true, schema: { type: 'string' } })),
      ...(query ? queryParameters(query) : []),
      ...(method === 'POST'
        ? [{ name: 'Idempotency-Key', in: 'header', required: false, schema: { type: 'string', minLength: 1, maxLength: 255 } }]
        : []),
    ],
    ...(body && { requestBody: { required: true, content: content(schemaOf(body, 'input')) } }),
    responses: {
      [status]: {
        description: summary,
        headers: headersOf(status, operation),
        ...(!isEmpty(output) && { content: content(schemaOf(output, 'output')) }),
      },
      ...errorResponses(operation),
    },
  }
}

const isEmpty = (output: z.ZodType) => output instanceof z.ZodNull

function queryParameters(query: z.ZodType) {
  const { properties = {}, required = [] } = schemaOf(query, 'input') as { properties?: Record<string, object>; required?: string[] }
  return Object.entries(properties).map(([name, schema]) => ({ name, in: 'query', required: required.includes(name), schema }))
}
