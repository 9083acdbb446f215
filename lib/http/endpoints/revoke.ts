import { OAuthError } from '#lib/oauth/errors'
import { revokeToken } from '#lib/oauth/revocation/revoke-token'
import { readClientCredentials } from '../client-credentials'
import { protocolEndpoint, readForm } from '../protocol-route'

const PARAMETERS = new Set(['token', 'token_type_hint', 'client_id', 'client_secret'])

/** @see RFC 7009 §2.1 */
export const revokeEndpoint = protocolEndpoint('/oauth2/revoke', {
  POST: async (request) => {
    const form = await readForm(request, PARAMETERS)
    const credentials = readClientCredentials(request, form)
    const token = form.get('token')
    if (token === undefined) throw new OAuthError('token_missing', 'token is missing')
    await revokeToken(credentials, token)
    return { status: 200, headers: { 'Cache-Control': 'no-store' }, body: null }
  },
})
