import type { z } from 'zod'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError } from '#lib/core/api-error'
import { errorAddress } from '#lib/core/error-address'
import { AppError } from '#lib/core/errors'
import { type Operation, PATH_PARAMETER } from '#lib/core/operation'
import { parseStrictJson } from '#lib/core/strict-json'
import { type Answer, answerOnce } from '#lib/idempotency/answer-once'
import { admitKey, limitHeadersOf } from './admit-key'
import { codingFault, MAX_BODY_BYTES, mediaType } from './body'
import { type Endpoint, type EndpointStyle, endpoint, type Handler, type Methods } from './endpoint'
import { type HttpReply, type HttpRequest, json, type Pouring, queryOf } from './message'
import { permissionsFor } from './operation-permissions'

export type OperationInput<Op extends Operation> = {
  params: Record<string, string>
  query: Op['query'] extends z.ZodType ? z.output<Op['query']> : undefined
  body: Op['body'] extends z.ZodType ? z.output<Op['body']> : undefined
}

type Outcome<Op extends Operation> = Promise<z.input<Op['output']>> | z.input<Op['output']>

/** An operation with the use-case that carries it out. */
export type Binding = { operation: Operation; handler: Handler }

/**
 * For whoever asks for `text/event-stream`: the same as a stream.
 * @param isStillAdmitted whether the key would be let in once more
 * @throws ApiError
 */
type Stream<Op extends Operation> = (
  actor: CompanyActor,
  input: OperationInput<Op>,
  request: HttpRequest,
  isStillAdmitted: () => Promise<boolean>,
) => Promise<Pouring>

export function bind<Op extends Operation>(
  operation: Op,
  carryOut: (actor: CompanyActor, input: OperationInput<Op>) => Outcome<Op>,
  stream?: Stream<Op>,
): Binding {
  const needed = permissionsFor(operation)
  return {
    operation,
    handler: async (request, params) => {
      const { actor, headers: limits, isStillAdmitted } = await admitKey(request, needed)
      const query = operation.query && check(operation.query, readQuery(request))
      if (stream && request.method === 'GET' && /\btext\/event-stream\b/i.test(request.header('accept') ?? '')) {
        const body = await stream(actor, { params, query, body: undefined } as OperationInput<Op>, request, isStillAdmitted)
        return { status: 200, headers: { ...EVENT_STREAM, ...limits }, body }
      }
      const bytes = operation.method === 'GET' ? null : await request.readBody(MAX_BODY_BYTES)
      const work = async (): Promise<Answer> => {
        const body = operation.body && check(operation.body, parseJson(request, bytes ?? Buffer.alloc(0)))
        // Answers are parsed too: a field that the contract does not name cannot leave.
        const answer = operation.output.parse(await carryOut(actor, { params, query, body } as OperationInput<Op>))
        const location = operation.status === 201 && operation.located !== false ? `${operation.path}/${(answer as { id: string }).id}` : null
        return { status: operation.status, body: answer, location }
      }
      const key = operation.method === 'POST' ? readIdempotencyKey(request) : null
      const path = Object.values(params).reduce((filled, value) => filled.replace(new RegExp(PATH_PARAMETER.source), value), operation.path)
      const identity = `${operation.method} ${path}\n${bytes?.toString('latin1')}`
      const answer =
        key === null ? await work() : await answerOnce({ companyId: actor.companyId, key, request: identity, secrets: operation.secrets ?? [] }, work)
      const headers = { ...limits, ...(answer.location && { Location: answer.location }) }
      if (answer.body === null) return { status: answer.status, headers: { 'Cache-Control': 'no-store', ...headers }, body: null }
      return json(answer.body, answer.status, headers)
    },
  }
}

// Proxies that gather answers before they pass them on are asked not to.
const EVENT_STREAM = { 'Content-Type': 'text/event-stream', 'Cache-Control': 'no-store', 'X-Accel-Buffering': 'no' }

/** @throws ApiError `invalid_request` */
function readIdempotencyKey(request: HttpRequest): string | null {
  const key = request.header('idempotency-key')
  if (key !== null && !/^[\x20-\x7e]{1,255}$/.test(key)) {
    throw new ApiError('invalid_request', 'Idempotency-Key: must be 1 to 255 printable ASCII characters')
  }
  return key
}

/** One endpoint per path, from the bindings that share it. */
export function companyEndpoints(bindings: Binding[], style: EndpointStyle = STYLE): Endpoint[] {
  const byPath = new Map<string, Methods>()
  for (const { operation, handler } of bindings) {
    byPath.set(operation.path, { ...byPath.get(operation.path), [operation.method]: handler })
  }
  return [...byPath].map(([path, methods]) => endpoint(path, methods, style))
}

export const companyEndpoint = (path: string, methods: Methods): Endpoint => endpoint(path, methods, STYLE)

/** Everything else below a REST prefix: missing in the same shape as everything missing. */
export const missingEndpoint = (path: string): Endpoint => ({
  path,
  handle: endpoint(path, {}, { ...STYLE, methodNotAllowed: () => describe(new ApiError('not_found', 'There is no such resource.')) }).handle,
})

const STYLE: EndpointStyle = {
  present: (error: unknown, request: HttpRequest) => describe(error, limitHeadersOf(request)),
  methodNotAllowed: (allow: string) => describe(new ApiError('method_not_allowed', `Use one of ${allow}.`), { Allow: allow }),
}

/** For clients that know the key as a bearer token: a refused one is called so. @see RFC 6750 §3.1 */
export const BEARER_STYLE: EndpointStyle = {
  ...STYLE,
  present(error, request) {
    const reply = STYLE.present(error, request)
    if (reply.status === 401 && request.header('authorization') !== null) reply.headers['WWW-Authenticate'] += ', error="invalid_token"'
    return reply
  },
}

/** Spec: Error object. Exactly `error` and `message`, for every status; where the code is explained, a header says. @see RFC 8288 §3.3, `help` of HTML */
function describe(error: unknown, extra: Record<string, string> = {}): HttpReply {
  const headers: Record<string, string> = { ...extra, Link: helpLink(error instanceof AppError ? error.code : 'server_error') }
  if (!(error instanceof AppError)) {
    return json({ error: 'server_error', message: 'Something went wrong on our side. Name the X-Request-Id when you report it.' }, 500, headers)
  }
  if (error.status === 401) headers['WWW-Authenticate'] = 'Bearer realm="signet"'
  if (error.status === 429) headers['Retry-After'] ??= '30'
  if (error.status === 503) headers['Retry-After'] = '2'
  return json({ error: error.code, message: error.publicMessage }, error.status, headers)
}

const helpLink = (code: string) => `<${errorAddress('api', code)}>; rel="help"; type="text/html"`

function readQuery(request: HttpRequest): Record<string, string> {
  const search = queryOf(request)
  const twice = [...search.keys()].find((name, index, names) => names.indexOf(name) !== index)
  if (twice !== undefined) throw new ApiError('invalid_request', `${twice.slice(0, 60)}: is given more than once`)
  return Object.fromEntries(search)
}

function parseJson(request: HttpRequest, bytes: Buffer): unknown {
  if (mediaType(request) !== 'application/json') throw new ApiError('unsupported_media_type', 'Send the body as application/json.')
  const fault = codingFault(request, /^(utf-?8|us-ascii)$/i)
  if (fault) throw new ApiError('unsupported_media_type', fault)
  try {
    return parseStrictJson(bytes)
  } catch (cause) {
    throw new ApiError('invalid_json', 'The body is not valid JSON in UTF-8, nests too deeply or names a field twice.', { cause })
  }
}

/** @throws ApiError `invalid_request` naming the field and the offending value */
function check<Schema extends z.ZodType>(schema: Schema, value: unknown): z.output<Schema> {
  const parsed = schema.safeParse(value)
  if (parsed.success) return parsed.data
  const [issue] = parsed.error.issues
  if (issue?.code === 'unrecognized_keys') {
    throw new ApiError('invalid_request', `${issue.keys[0]?.slice(0, 60)}: is not a field that can be set here`)
  }
  const offending = issue?.path.reduce<unknown>((part, key) => (part as Record<PropertyKey, unknown> | undefined)?.[key], value)
  const field = issue?.path.length ? issue.path.join('.') : 'body'
  const shown = issue?.path.length && offending !== undefined ? ` (got ${JSON.stringify(offending).slice(0, 120)})` : ''
  throw new ApiError(
    'invalid_request',
    offending === undefined && issue?.path.length ? `${field}: is required` : `${field}: ${issue?.message ?? 'is invalid'}${shown}`,
  )
}
