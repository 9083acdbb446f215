import { Validator } from '@seriousme/openapi-schema-validator'
import { Ajv2020 } from 'ajv/dist/2020.js'
import addFormats from 'ajv-formats'
import { expect, it } from 'vitest'
import { OPERATIONS } from './endpoints/openapi'
import { openApiDocument } from './openapi'
import { errorsOf } from './openapi-errors'
import { type JsonSchema, nameOf, resolve } from './openapi-schemas'
import { ROUTES } from './routes'
import { bodyOf, call } from './test-call'

const DOCUMENT = openApiDocument(OPERATIONS, 'https://login.example')
const { schemas } = DOCUMENT.components

const described = Object.values(DOCUMENT.paths).flatMap((methods) => Object.values(methods))

type Content = Record<'application/json', { schema: JsonSchema; example?: unknown; examples?: Record<string, { value: unknown }> }>
const requestOf = (id: string) => (described.find(({ operationId }) => operationId === id) as { requestBody?: { content: Content } }).requestBody
const answersOf = ({ responses }: (typeof described)[number]) => Object.entries(responses as Record<string, { content?: Content }>)

/** A schema with everything that it names put in its place. */
const whole = (node: unknown): unknown => {
  if (Array.isArray(node)) return node.map(whole)
  if (typeof node !== 'object' || node === null) return node
  const found = '$ref' in node && String(node.$ref).includes('/schemas/') ? resolve(node as JsonSchema, schemas) : node
  return Object.fromEntries(Object.entries(found).map(([key, value]) => [key, whole(value)]))
}

it('the served document is valid OpenAPI 3.1', async () => {
  const document = await bodyOf(await call(null, 'GET /api/v1/openapi.json'))
  const validator = new Validator()
  expect(await validator.validate(document)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

it('every REST route is documented, and every documented one is a route', async () => {
  const documented = Object.keys(DOCUMENT.paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'))
  const routes = ROUTES.map(({ path }) => path).filter((path) => /^\/(api\/)?v1\//.test(path) && path !== '/api/v1/openapi.json')
  expect(documented.toSorted()).toEqual(routes.toSorted())
  for (const path of routes) {
    const refusal = await call(null, `OPTIONS ${path}`)
    const methods = (refusal.headers.get('allow') ?? '').split(', ').filter((method) => method !== 'HEAD')
    expect([path, methods]).toEqual([path, OPERATIONS.filter((operation) => operation.path === path).map(({ method }) => method)])
  }
})

it('no answer has a field in which a name or an e-mail address of a person could travel', () => {
  const ALLOWED = new Set(
    `id name client_id client_type redirect_uris post_logout_redirect_uris require_auth_time omit_iss_in_errors logo_uri brand_color tos_uri policy_uri support_uri mail_domains
     scopes status created_at updated_at client_secret sub alias legal_name
     registration_number country website verification_status environment description claims always_granted data next_cursor
     requires url url_expires_at fields reference attempts used max result outcome checks mrz_check_digits expiry viz_consistency
     face_match issuer holder credential_types min_assurance assurance verified_at failure code retryable material deleted_at expires_at
     type api_version app_id api_key_id member_id invite_id webhook_id verification_id reason actor kind
     backchannel_logout_uri backchannel_logout_session_required event_types app_ids signature public_key secret disabled_reason failing_since event_id count
     stream_id iss aud events_supported events_requested events_delivered delivery method endpoint_url min_verification_interval sets moreAvailable
     request_id endpoint latency library`.split(/\s+/),
  )
  // A field that can only ever hold the one word "verified" carries nothing, whatever its name.
  const isVerdict = (schema: unknown) => (schema as { const?: unknown }).const === 'verified'
  const fieldsIn = (node: unknown): string[] => {
    if (typeof node !== 'object' || node === null) return []
    const own = 'properties' in node ? Object.entries(node.properties as object).flatMap(([name, schema]) => (isVerdict(schema) ? [] : name)) : []
    return [...own, ...Object.values(node).flatMap(fieldsIn)]
  }
  const answers = described.flatMap((one) => answersOf(one).flatMap(([status, { content }]) => (status < '3' && content ? [content] : [])))
  const fields = answers.map((content) => whole(content['application/json'].schema)).flatMap(fieldsIn)
  expect(fields.length).toBeGreaterThan(20)
  expect(fields.filter((field) => !ALLOWED.has(field))).toEqual([])
})

it('no object in an answer is open to fields that the document does not name', () => {
  const openObjects = (node: unknown): unknown[] => {
    if (typeof node !== 'object' || node === null) return []
    const { additionalProperties: more } = node as { additionalProperties?: unknown }
    // Signed tokens by their ids are a list.
    const isOpen = 'type' in node && node.type === 'object' && more !== false && JSON.stringify(more) !== '{"type":"string"}'
    return [...(isOpen ? [node] : []), ...Object.values(node).flatMap(openObjects)]
  }
  const responses = described.flatMap(answersOf).map(([, { content }]) => content?.['application/json'].schema)
  expect(openObjects(whole(responses))).toEqual([])
})

it('every request and every answer is a schema with a name, so that generated clients have types worth reading', () => {
  for (const operation of described) {
    const request = requestOf(operation.operationId)
    if (request) expect(nameOf(request.content['application/json'].schema), operation.operationId).toMatch(/^[A-Z]\w+$/)
    for (const [status, { content }] of answersOf(operation))
      if (content) expect(nameOf(content['application/json'].schema), `${operation.operationId} ${status}`).toMatch(/^[A-Z]\w+$/)
  }
  for (const name of Object.keys(schemas)) expect(name).toMatch(/^[A-Z][A-Za-z]+$/)
})

it('a text, a list and a number of a request say how much they may hold', () => {
  const unlimited = (node: unknown, at: string): string[] => {
    if (typeof node !== 'object' || node === null) return []
    const { type, enum: words, const: word, maxLength, maxItems, items, maximum } = node as JsonSchema
    const is = (kind: string) => type === kind || (Array.isArray(type) && type.includes(kind))
    const isOpen =
      (is('string') && !words && word === undefined && maxLength === undefined && !('format' in node && node.format === 'date-time')) ||
      // A list of an enumeration holds each of its words once.
      (is('array') && maxItems === undefined && !('uniqueItems' in node && (items?.enum || items?.const))) ||
      (is('integer') && maximum === undefined)
    return [...(isOpen ? [at] : []), ...Object.entries(node).flatMap(([key, value]) => (key === 'examples' ? [] : unlimited(value, `${at}.${key}`)))]
  }
  const requests = described.map(({ operationId }) => [operationId, requestOf(operationId)?.content['application/json'].schema] as const)
  expect(requests.flatMap(([id, schema]) => (schema ? unlimited(whole(schema), id) : []))).toEqual([])
})

it('every example fits its schema, and every request that is shown is taken', () => {
  const ajv = addFormats.default(new Ajv2020({ strict: false, allErrors: true }))
  ajv.addSchema(DOCUMENT, 'openapi.json', false, false)
  const fits = (schema: JsonSchema, value: unknown) => ajv.validate({ $ref: `openapi.json${schema.$ref}` }, value) || ajv.errorsText()
  for (const operation of described) {
    const { operationId } = operation
    const request = requestOf(operationId)?.content['application/json']
    if (request) {
      expect(fits(request.schema, request.example), operationId).toBe(true)
      expect(OPERATIONS.find(({ id }) => id === operationId)?.body?.safeParse(request.example).error, operationId).toBeUndefined()
    }
    for (const [, { content }] of answersOf(operation)) {
      const { schema, example, examples = {} } = content?.['application/json'] ?? { schema: {} }
      for (const value of [...(example === undefined ? [] : [example]), ...Object.values(examples).map((one) => one.value)])
        expect(fits(schema, value), operationId).toBe(true)
    }
  }
})

it('errors are one schema, and an answer names the codes that come with its status', () => {
  for (const operation of OPERATIONS)
    for (const [status, codes] of errorsOf(operation)) {
      const content = Object.fromEntries(answersOf(described.find(({ operationId }) => operationId === operation.id) as never))[status]?.content
      expect(nameOf(content?.['application/json'].schema ?? {})).toBe('Error')
      expect(Object.keys(content?.['application/json'].examples ?? {})).toEqual(codes)
    }
})

it('a type of app that does not exist fits no request', () => {
  expect(resolve({ $ref: '#/components/schemas/CreateAppRequest' }, schemas).properties?.client_type).toMatchObject({
    $ref: '#/components/schemas/ClientType',
    default: 'confidential',
  })
  expect(schemas.ClientType?.enum).toEqual(['confidential', 'public', 'spa', 'mobile', 'native'])
})

it('a consent record is sub, alias and scopes: with a name, an e-mail address or a time it cannot leave', () => {
  const output = OPERATIONS.find(({ id }) => id === 'listAuthorizations')?.output
  const fits = (row: object) => output?.safeParse({ data: [row], next_cursor: null }).success
  const row = { sub: 's', alias: 'a@alias.example', scopes: [] }
  expect(fits(row)).toBe(true)
  for (const more of [{ name: 'Jo' }, { email: 'jo@people.example' }, { created_at: '2026-11-21T09:30:00Z' }]) {
    expect(fits({ ...row, ...more })).toBe(false)
  }
})
