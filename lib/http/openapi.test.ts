import { Validator } from '@seriousme/openapi-schema-validator'
import { expect, it } from 'vitest'
import { OPERATIONS } from './endpoints/openapi'
import { openApiDocument } from './openapi'
import { ROUTES } from './routes'
import { bodyOf, call } from './test-call'

it('the served document is valid OpenAPI 3.1', async () => {
  const document = await bodyOf(await call(null, 'GET /api/v1/openapi.json'))
  const validator = new Validator()
  expect(await validator.validate(document)).toEqual({ valid: true })
  expect(validator.version).toBe('3.1')
})

it('every REST route is documented, and every documented one is a route', async () => {
  const documented = Object.keys(openApiDocument(OPERATIONS).paths).map((path) => path.replace(/\{(\w+)\}/g, ':$1'))
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
    `id name client_id client_type redirect_uris post_logout_redirect_uris require_auth_time omit_iss_in_errors logo_uri tos_uri policy_uri support_uri mail_domains
     scopes status created_at updated_at client_secret sub alias legal_name
     registration_number country website verification_status description claims always_granted data next_cursor
     requires url url_expires_at fields reference attempts used max result outcome checks mrz_check_digits expiry viz_consistency
     face_match issuer holder credential_types min_assurance assurance verified_at failure code retryable material deleted_at expires_at
     type api_version app_id api_key_id member_id invite_id webhook_id verification_id reason actor kind
     backchannel_logout_uri backchannel_logout_session_required event_types app_ids signature public_key secret disabled_reason failing_since event_id count
     stream_id iss aud events_supported events_requested events_delivered delivery method endpoint_url min_verification_interval sets moreAvailable`.split(
      /\s+/,
    ),
  )
  // A field that can only ever hold the one word "verified" carries nothing, whatever its name.
  const isVerdict = (schema: unknown) => (schema as { const?: unknown }).const === 'verified'
  const fieldsIn = (node: unknown): string[] => {
    if (typeof node !== 'object' || node === null) return []
    const own = 'properties' in node ? Object.entries(node.properties as object).flatMap(([name, schema]) => (isVerdict(schema) ? [] : name)) : []
    return [...own, ...Object.values(node).flatMap(fieldsIn)]
  }
  const answers = Object.values(openApiDocument(OPERATIONS).paths)
    .flatMap((methods) => Object.values(methods) as { responses: Record<string, unknown> }[])
    .map(({ responses }) => responses[200] ?? responses[201])
  const fields = answers.flatMap(fieldsIn)
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
  const { paths } = openApiDocument(OPERATIONS)
  const responses = Object.values(paths).flatMap((methods) => (Object.values(methods) as { responses: unknown }[]).map((one) => one.responses))
  expect(openObjects(responses)).toEqual([])
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
