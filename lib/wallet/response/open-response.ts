import { timingSafeEqual } from 'node:crypto'
import type { CredentialId } from '../catalogue'
import { isObject, type JsonObject, readJson } from '../encoding/json'
import { demand } from '../refusals'
import { refusedOr } from '../refused-or'
import type { Opened, OpenResponse, PresentationRequest, ResponseParameters } from '../types'
import { decryptResponse } from './decrypt-response'

/**
 * Opens an answer and finds the one presentation in it. Whatever it is, the request is over with it.
 * @see OpenID4VP 1.0 §8.1, §8.2, §8.3, §8.5
 */
export const openResponse: OpenResponse = (request, parameters) => refusedOr(() => open(request, parameters))

async function open(request: PresentationRequest, parameters: ResponseParameters): Promise<Opened> {
  const answer = await plainAnswer(request, parameters)
  // The Digital Credentials API hands an answer to the page that asked.
  if (request.origin === null) demand(isSame(answer.state, request.state), 'wallet_response_malformed', 'state')
  demand(answer.error === undefined, 'wallet_refused', 'error')
  return { outcome: 'opened', ...onePresentation(request, answer.vp_token) }
}

/** An error may come in clear: it holds nothing that would need hiding. */
async function plainAnswer(request: PresentationRequest, parameters: ResponseParameters): Promise<JsonObject> {
  if (parameters.error !== undefined) return parameters
  if (request.decryptionKey !== null) {
    demand(parameters.vp_token === undefined, 'wallet_response_malformed', 'in clear')
    return decryptResponse(request.decryptionKey, parameters.response)
  }
  const { vp_token: token } = parameters
  demand(typeof token === 'string' && parameters.response === undefined, 'wallet_response_malformed', 'vp_token')
  return { ...parameters, vp_token: readJson(Buffer.from(token), 'wallet_response_malformed') }
}

function isSame(given: unknown, kept: string): boolean {
  const [one, other] = [Buffer.from(typeof given === 'string' ? given : ''), Buffer.from(kept)]
  return one.length === other.length && timingSafeEqual(one, other)
}

/** One query was answered, with one presentation. @see OpenID4VP 1.0 §8.1 */
function onePresentation(request: PresentationRequest, token: unknown): Pick<Opened, 'id' | 'presentation'> {
  demand(isObject(token), 'wallet_response_malformed', 'vp_token')
  const [id, ...others] = Object.keys(token)
  demand(others.length === 0 && request.query.credentials.some((query) => query.id === id), 'credential_type_not_asked', 'id of the query')
  const presentations = token[id as string]
  demand(Array.isArray(presentations) && presentations.length === 1, 'presentation_malformed', 'one presentation')
  const [presentation] = presentations
  demand(typeof presentation === 'string', 'presentation_malformed', 'a presentation is a string')
  return { id: id as CredentialId, presentation }
}
