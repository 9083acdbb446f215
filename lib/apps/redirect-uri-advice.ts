import { type RedirectUriFault, type Registrant, redirectUriFault, withoutAnswer } from './redirect-uri-rules'

/** An address that may be registered, and yet will surprise: it is compared character for character. */
export type RedirectUriHint =
  | 'looks_like_host'
  | 'upper_case_host'
  | 'default_port'
  | 'dot_segments'
  | 'double_slash'
  | 'trailing_slash'
  | 'no_path'
  | 'loopback'

export type RedirectUriAdvice =
  | { kind: 'good' }
  | { kind: 'hint'; code: RedirectUriHint; better: string | null }
  | { kind: 'fault'; code: RedirectUriFault | 'twice'; better: string | null }

/** The addresses of a text with one in each line. */
export const addressLines = (text: string) =>
  text
    .split(/[\r\n]+/)
    .map((line) => line.trim())
    .filter(Boolean)

/** What to say about each address of a list while it is being written. `better` may always be registered itself. */
export const adviseOn = (uris: string[], registrant: Registrant): RedirectUriAdvice[] =>
  uris.map((uri, index) => (uris.indexOf(uri) < index ? { kind: 'fault', code: 'twice', better: null } : adviceOn(uri, registrant)))

function adviceOn(uri: string, registrant: Registrant): RedirectUriAdvice {
  const registrable = (candidate: string) => (candidate !== uri && redirectUriFault(candidate, registrant) === null ? candidate : null)
  const code = redirectUriFault(uri, registrant)
  if (code) return { kind: 'fault', code, better: repairs(uri, code).map(registrable).find(Boolean) ?? null }
  const hint = HINTS.find(({ isDue }) => isDue(uri))
  return hint ? { kind: 'hint', code: hint.code, better: hint.better ? registrable(hint.better(uri)) : null } : { kind: 'good' }
}

/** What was probably meant by an address that cannot be registered, the likeliest first. */
function repairs(uri: string, fault: RedirectUriFault): string[] {
  switch (fault) {
    case 'http_needs_loopback':
      return [uri.replace(/^http:/i, 'https:')]
    case 'fragment':
      return [uri.slice(0, uri.indexOf('#'))]
    case 'user_info':
      return [uri.replace(/^([a-z]+:\/\/)[^/?]*@/i, '$1')]
    case 'bad_percent_encoding':
      return [uri.replace(/%(?![0-9a-f]{2})/gi, '%25')]
    case 'bad_characters':
      return URL.canParse(uri) ? [new URL(uri).href] : []
    case 'not_absolute':
      return [`https://${uri.replace(/^(https?:)?\/*/i, '')}`]
    case 'scheme_not_allowed':
    case 'private_scheme_needs_public_client':
      return /^[^:/]+:\d/.test(uri) ? [`http://${uri}`, `https://${uri}`] : []
    case 'answer_parameter':
      return [withoutAnswer(uri)]
    default:
      return []
  }
}

type Hint = { code: RedirectUriHint; isDue: (uri: string) => boolean; better?: (uri: string) => string }

const WEB = /^(https?):\/\/([^/?]*)([^?]*)(.*)$/i
const partsOf = (uri: string) => {
  const [, scheme = '', authority = '', path = '', query = ''] = WEB.exec(uri) ?? []
  return { isWeb: scheme !== '', scheme, authority, path, query }
}

const HINTS: Hint[] = [
  { code: 'looks_like_host', isDue: (uri) => /^[^:/]+\.[^:/]+:\d+(\/|$)/.test(uri), better: (uri) => `https://${uri}` },
  {
    code: 'upper_case_host',
    isDue: (uri) => /[A-Z]/.test(partsOf(uri).scheme + partsOf(uri).authority),
    better: (uri) => uri.replace(/^[^/]+\/\/[^/?]*/, (start) => start.toLowerCase()),
  },
  {
    code: 'default_port',
    isDue: (uri) => /^(https:\/\/[^/?]*:443|http:\/\/[^/?]*:80)([/?]|$)/i.test(uri),
    better: (uri) => uri.replace(/:(443|80)(?=[/?]|$)/, ''),
  },
  { code: 'dot_segments', isDue: (uri) => /\/\.{1,2}(\/|$)/.test(partsOf(uri).path), better: (uri) => new URL(uri).href },
  { code: 'double_slash', isDue: (uri) => partsOf(uri).path.includes('//'), better: (uri) => uri.replace(/([^:])\/{2,}/g, '$1/') },
  { code: 'trailing_slash', isDue: (uri) => /.\/$/.test(partsOf(uri).path), better: (uri) => uri.replace(/\/(?=\?|$)/, '') },
  { code: 'no_path', isDue: (uri) => partsOf(uri).isWeb && /^\/?$/.test(partsOf(uri).path) },
  { code: 'loopback', isDue: (uri) => /^(localhost|127\.0\.0\.1|\[::1\])(:|$)/i.test(partsOf(uri).authority) },
]
