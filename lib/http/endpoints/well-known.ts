import { discoveryDocument } from '#lib/oauth/discovery'
import { jsonWebKeySet } from '#lib/oauth/keys/keys'
import { json } from '../message'
import { protocolEndpoint } from '../protocol-route'

/** A new key is published an hour before it signs, so five minutes of caching never hide a key in use. */
const CACHE = { 'Cache-Control': 'public, max-age=300' }

const discovery = async () => json(discoveryDocument(), 200, CACHE)

/** @see OpenID Connect Discovery §4 */
export const openidConfigurationEndpoint = protocolEndpoint('/.well-known/openid-configuration', { GET: discovery })

/** @see RFC 8414 §3 */
export const authorizationServerEndpoint = protocolEndpoint('/.well-known/oauth-authorization-server', { GET: discovery })

/** @see RFC 7517 §5 */
export const jwksEndpoint = protocolEndpoint('/.well-known/jwks.json', { GET: async () => json(await jsonWebKeySet(), 200, CACHE) })
