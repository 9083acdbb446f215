import type { ClientCredentials } from '#lib/oauth/client/authenticate-client'
import { OAuthError } from '#lib/oauth/errors'
import type { Parameters } from '#lib/oauth/form-parameters'
import { noteClient } from './caller'
import type { HttpRequest } from './message'

const BASIC = /^Basic +([A-Za-z0-9+/_-]+={0,2})$/i

/**
 * How the client names and proves itself: `client_secret_basic`, `client_secret_post` or `none`. @see RFC 6749 §2.3.1
 * @throws OAuthError `invalid_request` for two ways at once, `invalid_client` for none or a malformed one
 */
export function readClientCredentials(request: HttpRequest, form: Parameters): ClientCredentials {
  const credentials = read(request, form)
  noteClient(request, credentials.clientId, credentials.clientSecret !== undefined)
  return credentials
}

function read(request: HttpRequest, form: Parameters): ClientCredentials {
  const authorization = request.header('authorization')
  const clientId = form.get('client_id')
  const clientSecret = form.get('client_secret')
  if (authorization === null) {
    if (!clientId) throw new OAuthError('client_unnamed', 'the client did not identify itself')
    return { clientId, clientSecret, method: clientSecret === undefined ? 'none' : 'client_secret_post' }
  }
  if (clientSecret !== undefined) throw new OAuthError('client_proves_twice', 'the client authenticates in two ways at once')
  const basic = readBasic(authorization)
  if (!basic) throw new OAuthError('client_header_malformed', 'the Authorization header is not valid Basic authentication')
  if (clientId !== undefined && clientId !== basic.id) throw new OAuthError('client_names_differ', 'client_id differs from the Authorization header')
  return { clientId: basic.id, clientSecret: basic.secret || undefined, method: 'client_secret_basic' }
}

/** Both parts are form-encoded before they are joined. @see RFC 6749 §2.3.1 */
function readBasic(authorization: string): { id: string; secret: string } | null {
  const encoded = BASIC.exec(authorization)?.[1]
  const text = encoded === undefined ? '' : Buffer.from(encoded, 'base64').toString()
  const colon = text.indexOf(':')
  if (colon < 1) return null
  try {
    const [id, secret] = [text.slice(0, colon), text.slice(colon + 1)].map((part) => decodeURIComponent(part.replaceAll('+', ' ')))
    // A NUL would not survive the way to the database; no client of ours has one.
    return id && secret !== undefined && !/[\0-\x1f]/.test(id) ? { id, secret } : null
  } catch {
    return null
  }
}
