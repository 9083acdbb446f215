import { AUTHORIZATION_PARAMETERS } from '#lib/oauth/authorize/read-authorization-request'
import { pushAuthorizationRequest } from '#lib/oauth/pushed-request/push-authorization-request'
import { readClientCredentials } from '../client-credentials'
import { json } from '../message'
import { protocolEndpoint, readForm } from '../protocol-route'

const PARAMETERS = new Set([...AUTHORIZATION_PARAMETERS, 'client_secret'])

/** @see RFC 9126 §2 */
export const pushAuthorizationEndpoint = protocolEndpoint('/oauth2/par', {
  POST: async (request) => {
    const form = await readForm(request, PARAMETERS)
    return json(await pushAuthorizationRequest(readClientCredentials(request, form), form), 201)
  },
})
