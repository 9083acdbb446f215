import { AccessEnded, SignetError } from './errors'
import { type Lock, memoryLock } from './lock'

/** What you keep of one person's access. Both tokens are secrets. */
export type Tokens = { accessToken: string; refreshToken: string; expiresAt: number }

/** Where tokens are kept, by a name of your own for each person; one that all your processes share. */
export type TokenStore = {
  read: (person: string) => Promise<Tokens | null>
  write: (person: string, tokens: Tokens) => Promise<void>
  remove: (person: string) => Promise<void>
}

export type TokenSettings = {
  issuer: string
  clientId: string
  clientSecret: string
  store: TokenStore
  /** Lets one of all your processes do something at a time. Left out, it holds within this process alone. */
  lock?: Lock
  fetch?: typeof fetch
}

/** A token is replaced this long before it runs out. */
const EARLY_MS = 60_000

const HOUR_SECONDS = 3600

/**
 * Live access tokens. Each refresh replaces the refresh token, and using one twice ends the person's access, because it cannot
 * be told from theft: so a refresh is done once, whoever asks for it at the same time.
 */
export class AccessTokens {
  readonly #settings: Required<TokenSettings>
  readonly #running = new Map<string, Promise<string>>()

  constructor({ lock = memoryLock(), fetch: ask = fetch, ...settings }: TokenSettings) {
    this.#settings = { ...settings, issuer: settings.issuer.replace(/\/$/, ''), lock, fetch: ask }
  }

  /** @throws AccessEnded when the person has to log in again; SignetError when Signet cannot be asked now */
  async get(person: string): Promise<string> {
    const known = await this.#settings.store.read(person)
    if (known && isFresh(known)) return known.accessToken
    const running = this.#running.get(person) ?? this.#refreshOnce(person).finally(() => this.#running.delete(person))
    this.#running.set(person, running)
    return running
  }

  #refreshOnce(person: string): Promise<string> {
    const { store, lock } = this.#settings
    return lock(`signet-refresh:${person}`, async () => {
      // Another process may have done it while this one waited.
      const tokens = await store.read(person)
      if (!tokens) throw new AccessEnded('there are no tokens of this person')
      if (isFresh(tokens)) return tokens.accessToken
      const renewed = await this.#exchange(person, tokens)
      await store.write(person, renewed)
      return renewed.accessToken
    })
  }

  async #exchange(person: string, tokens: Tokens): Promise<Tokens> {
    const { issuer, clientId, clientSecret, fetch: ask, store } = this.#settings
    const credentials = [clientId, clientSecret].map(encodeURIComponent).join(':')
    const response = await ask(`${issuer}/oauth2/token`, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(credentials).toString('base64')}` },
      body: new URLSearchParams({ grant_type: 'refresh_token', refresh_token: tokens.refreshToken }),
      redirect: 'error',
    }).catch(async (cause: unknown) => {
      if (neverSent(cause)) throw new SignetError('unreachable', `${issuer} cannot be reached.`, 0, null, { cause })
      // It may have been carried out. Sending the old token again would look like theft, so it is given up.
      await store.remove(person)
      throw new AccessEnded('the answer to a refresh was lost')
    })
    const requestId = response.headers.get('x-request-id')
    const answer = (await response.json().catch(() => ({}))) as Answer
    if (response.ok && answer.access_token && answer.refresh_token)
      return {
        accessToken: answer.access_token,
        refreshToken: answer.refresh_token,
        expiresAt: Date.now() + 1000 * (answer.expires_in ?? HOUR_SECONDS),
      }
    if (response.ok || answer.error === 'invalid_grant') {
      await store.remove(person)
      throw new AccessEnded('the person withdrew access, or it ran out')
    }
    throw new SignetError(answer.error ?? 'unreadable', answer.error_description ?? `The answer was ${response.status}.`, response.status, requestId)
  }
}

type Answer = { access_token?: string; refresh_token?: string; expires_in?: number; error?: string; error_description?: string }

const isFresh = ({ expiresAt }: Tokens) => expiresAt - EARLY_MS > Date.now()

/** Whether a request cannot have left: the connection was never made. */
function neverSent(fault: unknown): boolean {
  const { code } = ((fault as { cause?: unknown } | null)?.cause ?? {}) as { code?: string }
  return ['ECONNREFUSED', 'ENOTFOUND', 'EAI_AGAIN', 'UND_ERR_CONNECT_TIMEOUT', 'EHOSTUNREACH', 'ENETUNREACH'].includes(code ?? '')
}
