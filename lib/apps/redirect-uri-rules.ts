// The browser checks addresses with this module too: it imports nothing of the server.

export const MAX_CHARACTERS = 2000
const LOOPBACK = new Set(['localhost', '127.0.0.1', '[::1]'])
/** Visible ASCII without the characters RFC 3986 forbids anywhere in a URI. */
const URI_CHARACTERS = /^[!#-;=?-[\]_a-z~%]+$/
const SCHEME = /^([a-z][a-z0-9+.-]*):/i
/** Schemes that run or show content instead of handing it to an app. */
const NEVER = new Set(['javascript', 'data', 'vbscript', 'file', 'about', 'blob', 'ftp', 'ws', 'wss'])

export type RedirectUriFault =
  | 'too_long'
  | 'bad_characters'
  | 'not_absolute'
  | 'bad_percent_encoding'
  | 'fragment'
  | 'wildcard'
  | 'user_info'
  | 'http_needs_loopback'
  | 'scheme_not_allowed'
  | 'private_scheme_needs_public_client'
  | 'answer_parameter'
  | 'own_origin'

/** What an answer says in the query: an address that says it too could answer for us. @see RFC 6749 §4.1.2, RFC 9207 §2 */
const ANSWER_PARAMETERS = new Set([
  'code', 'state', 'iss', 'error', 'error_description', 'error_uri', 'response', 'id_token', 'access_token', 'token_type', 'session_state',
]) // biome-ignore format: one glance

/** Whose address it is to be. */
export type Registrant = {
  /** A client without a secret. */
  isPublic: boolean
  /** Where this server itself answers. */
  ownOrigin: string
  /** The one address of ours that an app may register: that of its own trial log-ins. */
  ownCallback?: string
}

/**
 * Whether an address may be registered; null when it may. What may be registered is decided here, and what matches is
 * plain equality. @see RFC 6749 §3.1.2, RFC 8252 §7, RFC 9700 §2.1
 */
export function redirectUriFault(uri: string, { isPublic, ownOrigin, ownCallback }: Registrant): RedirectUriFault | null {
  if (uri === ownCallback) return null
  return shapeFault(uri, isPublic) ?? (URL.canParse(uri) ? null : 'not_absolute') ?? answerFault(uri) ?? (isAt(ownOrigin, uri) ? 'own_origin' : null)
}

/** Other hosts and ports are other servers; a dot after the host's name is not. */
const isAt = (origin: string, uri: string) => {
  const url = new URL(uri)
  url.hostname = url.hostname.replace(/\.$/, '')
  return url.origin === new URL(origin).origin
}

const answerFault = (uri: string) => ([...new URL(uri).searchParams.keys()].some((name) => ANSWER_PARAMETERS.has(name)) ? 'answer_parameter' : null)

/** The query without what only an answer may say. */
export function withoutAnswer(uri: string): string {
  const [address = '', query = ''] = uri.split('?')
  const kept = query.split('&').filter((pair) => ![...new URLSearchParams(pair).keys()].some((name) => ANSWER_PARAMETERS.has(name)))
  return kept.join('') === '' ? address : `${address}?${kept.join('&')}`
}

function shapeFault(uri: string, isPublic: boolean): RedirectUriFault | null {
  if (uri.length > MAX_CHARACTERS) return 'too_long'
  if (!URI_CHARACTERS.test(uri)) return 'bad_characters'
  if (/%(?![0-9a-f]{2})/i.test(uri)) return 'bad_percent_encoding'
  if (uri.includes('#')) return 'fragment'
  if (uri.includes('*')) return 'wildcard'
  const scheme = SCHEME.exec(uri)?.[1]?.toLowerCase()
  if (!scheme) return 'not_absolute'
  if (scheme === 'https' || scheme === 'http') return webUriFault(uri, scheme)
  if (NEVER.has(scheme) || !scheme.includes('.')) return 'scheme_not_allowed'
  return isPublic ? null : 'private_scheme_needs_public_client'
}

function webUriFault(uri: string, scheme: string): RedirectUriFault | null {
  if (!uri.slice(scheme.length).startsWith('://') || !URL.canParse(uri)) return 'not_absolute'
  const url = new URL(uri)
  // "https://user@host" and "https://@host" alike: the authority may hold no "@" at all.
  const authority = /^[a-z]+:\/\/([^/?]*)/i.exec(uri)?.[1] ?? ''
  if (authority.includes('@')) return 'user_info'
  if (authority === '' || url.hostname === '') return 'not_absolute'
  return scheme === 'http' && !LOOPBACK.has(url.hostname) ? 'http_needs_loopback' : null
}
