import { OAuthError } from '#lib/oauth/errors'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { isForm } from '../body'
import type { Handler } from '../endpoint'
import { json } from '../message'
import { protocolEndpoint, readForm } from '../protocol-route'

const BEARER = /^Bearer +([A-Za-z0-9\-._~+/]+=*)$/i

/** A token in the header or in a form body, never in the query. @see RFC 6750 §2, OpenID Connect Core §5.3.1 */
const userinfo: Handler = async (request) => {
  const authorization = request.header('authorization')
  const inHeader = BEARER.exec(authorization ?? '')?.[1]
  const inBody = request.method === 'POST' && isForm(request) ? (await readForm(request, new Set(['access_token']))).get('access_token') : undefined
  if (inHeader && inBody) throw new OAuthError('access_token_sent_twice', 'the access token is sent in two ways at once')

  const token = inHeader ?? inBody
  if (token) return json(await readUserinfo(token))
  if (authorization && /^Bearer\b/i.test(authorization)) throw new OAuthError('access_token_malformed', 'the access token is malformed')
  // Nothing was tried, so nothing is said about an error. @see RFC 6750 §3.1
  return { status: 401, headers: { 'WWW-Authenticate': 'Bearer realm="signet"', 'Cache-Control': 'no-store' }, body: null }
}

export const userinfoEndpoint = protocolEndpoint('/oauth2/userinfo', { GET: userinfo, POST: userinfo })
