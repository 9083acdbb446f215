import { OAuthError } from '#lib/oauth/errors'
import type { Parameters } from '#lib/oauth/form-parameters'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { rotateRefreshToken } from '#lib/oauth/token/rotate-refresh-token'
import { readClientCredentials } from '../client-credentials'
import { json } from '../message'
import { protocolEndpoint, readForm } from '../protocol-route'

const PARAMETERS = new Set(['grant_type', 'code', 'redirect_uri', 'code_verifier', 'refresh_token', 'scope', 'client_id', 'client_secret'])

/** @see RFC 6749 §3.2 */
export const tokenEndpoint = protocolEndpoint('/oauth2/token', {
  POST: async (request) => {
    const form = await readForm(request, PARAMETERS)
    const credentials = readClientCredentials(request, form)
    const grantType = required(form, 'grant_type')

    if (grantType === 'authorization_code') {
      const code = required(form, 'code')
      const redirectUri = required(form, 'redirect_uri')
      return json(await exchangeCode(credentials, code, { redirectUri, codeVerifier: form.get('code_verifier') }))
    }
    if (grantType === 'refresh_token') {
      return json(await rotateRefreshToken(credentials, required(form, 'refresh_token'), form.get('scope')))
    }
    throw new OAuthError('grant_type_unsupported', 'grant_type must be authorization_code or refresh_token')
  },
})

function required(form: Parameters, name: 'grant_type' | 'code' | 'redirect_uri' | 'refresh_token'): string {
  const value = form.get(name)
  if (value === undefined) throw new OAuthError(`${name}_missing`, `${name} is missing`)
  return value
}
