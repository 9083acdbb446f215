import { randomUUID } from 'node:crypto'
import { setTimeout as pause } from 'node:timers/promises'
import type { Endpoints } from './endpoints'
import { SignetError } from './errors'
import { VERSION } from './version'

export type ClientSettings = {
  /** Where Signet is, without a slash at the end. */
  issuer: string
  /** A key of your company, made in the panel. */
  apiKey: string
  /** How often a request that was not taken is repeated. Default: 2. */
  retries?: number
  fetch?: typeof fetch
}

type Needs<Key extends string, Value> = undefined extends Value ? { [Name in Key]?: Value } : { [Name in Key]: Value }

/** What a request needs: its path's parameters, query and body, where it has them. */
export type Given<Name extends keyof Endpoints> = Needs<'path', Endpoints[Name]['path']> &
  Partial<Needs<'query', Endpoints[Name]['query']>> &
  Needs<'body', Endpoints[Name]['body']> & { idempotencyKey?: string; signal?: AbortSignal }

/** The endpoints that answer with a page of a list. */
export type Listed = {
  [Name in keyof Endpoints]: Endpoints[Name]['answer'] extends { data: unknown[]; next_cursor: string | null } ? Name : never
}[keyof Endpoints]

type Item<Name extends Listed> = Endpoints[Name]['answer'] extends { data: (infer One)[] } ? One : never

/** The management and verification interfaces, asked with an API key. */
export class Signet {
  readonly #settings: Required<ClientSettings>

  constructor({ issuer, apiKey, retries = 2, fetch: ask = fetch }: ClientSettings) {
    this.#settings = { issuer: issuer.replace(/\/$/, ''), apiKey, retries, fetch: ask }
  }

  get issuer(): string {
    return this.#settings.issuer
  }

  /**
   * Asks one endpoint. What was refused for a moment (429, 503) is asked again after the time that the answer names; a POST
   * has an `Idempotency-Key`, so nothing is done twice.
   * @throws SignetError
   */
  async request<Name extends keyof Endpoints>(
    endpoint: Name,
    ...[given]: object extends Given<Name> ? [Given<Name>?] : [Given<Name>]
  ): Promise<Endpoints[Name]['answer']> {
    const response = await this.raw(endpoint, given as Loose | undefined)
    return (response.status === 204 ? null : await bodyOf(response)) as Endpoints[Name]['answer']
  }

  /** Every item of a list, page by page. */
  async *list<Name extends Listed>(
    endpoint: Name,
    ...[given]: object extends Given<Name> ? [Given<Name>?] : [Given<Name>]
  ): AsyncGenerator<Item<Name>, void> {
    const asked = given as Loose | undefined
    let cursor: string | null = null
    do {
      const query: Record<string, unknown> = { limit: 100, ...asked?.query, ...(cursor !== null && { cursor }) }
      const response = await this.raw(endpoint, { ...asked, query })
      const page = (await bodyOf(response)) as { data: Item<Name>[]; next_cursor: string | null }
      yield* page.data
      cursor = page.next_cursor
    } while (cursor !== null)
  }

  /** The answer as it came, for streams. @throws SignetError */
  async raw(endpoint: string, { path = {}, query = {}, body, idempotencyKey, signal, headers = {} }: Loose = {}): Promise<Response> {
    const { issuer, apiKey, retries, fetch: ask } = this.#settings
    const [method = 'GET', pattern = ''] = endpoint.split(' ')
    const address = new URL(issuer + pattern.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(path[name] ?? '')))
    for (const [name, value] of Object.entries(query)) if (value !== undefined) address.searchParams.set(name, String(value))
    const request: RequestInit = {
      method,
      headers: {
        authorization: `Bearer ${apiKey}`,
        'user-agent': USER_AGENT,
        ...(body !== undefined && { 'content-type': 'application/json' }),
        ...(method === 'POST' && { 'idempotency-key': idempotencyKey ?? randomUUID() }),
        ...headers,
      },
      redirect: 'error',
      ...(body !== undefined && { body: JSON.stringify(body) }),
      ...(signal && { signal }),
    }
    for (let left = retries; ; left--) {
      const response = await ask(address, request).catch((cause: unknown) => {
        throw new SignetError('unreachable', `${issuer} cannot be reached.`, 0, null, { cause })
      })
      if (response.ok) return response
      const waits = response.status === 429 || response.status === 503
      if (!waits || left === 0) throw await refusal(response)
      await response.body?.cancel()
      await pause(1000 * (Number(response.headers.get('retry-after')) || 1), undefined, { signal })
    }
  }
}

type Loose = {
  path?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  idempotencyKey?: string
  signal?: AbortSignal
  headers?: Record<string, string>
}

const USER_AGENT = `@signet/server/${VERSION}`

async function bodyOf(response: Response): Promise<unknown> {
  try {
    return await response.json()
  } catch (cause) {
    throw new SignetError('unreadable', 'The answer is not JSON.', response.status, response.headers.get('x-request-id'), { cause })
  }
}

async function refusal(response: Response): Promise<SignetError> {
  const { error, message } = ((await response.json().catch(() => null)) ?? {}) as { error?: string; message?: string }
  return new SignetError(
    error ?? 'unreadable',
    message ?? `The answer was ${response.status}.`,
    response.status,
    response.headers.get('x-request-id'),
  )
}
