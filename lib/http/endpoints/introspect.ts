import { OAuthError } from '#lib/oauth/errors'
import { introspectToken } from '#lib/oauth/introspection/introspect-token'
import { readClientCredentials } from '../client-credentials'
import { json } from '../message'
import { protocolEndpoint, readForm } from '../protocol-route'

const PARAMETERS = new Set(['token', 'token_type_hint', 'client_id', 'client_secret'])

/** @see RFC 7662 §2.1 */
export const introspectEndpoint = protocolEndpoint(
  '/oauth2/introspect',
  {
    POST: async (request) => {
      const form = await readForm(request, PARAMETERS)
      const credentials = readClientCredentials(request, form)
      const token = form.get('token')
      if (token === undefined) throw new OAuthError('token_missing', 'token is missing')
      return json(await introspectToken(credentials, token))
    },
  },
  { crossOrigin: false },
)
