import { openWithMasterKey, type Place, sealWithMasterKey } from '#lib/core/sealed'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { newShard } from '#lib/core/shard'
import { AUTHORIZATION_PARAMETERS, readAuthorizationRequest } from '../authorize/read-authorization-request'
import { authenticateClient, type ClientCredentials } from '../client/authenticate-client'
import { findClient } from '../client/store'
import { AuthorizationError, OAuthError, ProvenRedirect } from '../errors'
import { Parameters } from '../form-parameters'
import { readIdTokenHint } from '../keys/id-token-hint'
import { PUSHED_REQUEST_SECONDS } from '../lifetimes'
import { findPushedRequest, insertPushedRequest } from './store'

/** @see RFC 9126 §2.2 */
export type PushedRequestResponse = { request_uri: string; expires_in: number }

const PREFIX = 'urn:ietf:params:oauth:request_uri:'

const place = (uriHash: Buffer): Place => ({ table: 'pushed_requests', row: uriHash.toString('base64url'), column: 'request_sealed' })

/**
 * Keeps an authorization request that came from the app's server instead of through the browser, after judging it as if
 * it had. @see RFC 9126 §2.1
 * @throws OAuthError `invalid_client`, or what the authorization endpoint would have said
 */
export async function pushAuthorizationRequest(credentials: ClientCredentials, form: Parameters): Promise<PushedRequestResponse> {
  const client = await findClient(credentials.clientId)
  authenticateClient(credentials, client)
  if (form.get('request_uri')) throw new OAuthError('request_uri_pushed', 'request_uri cannot be pushed')

  const redirect = ProvenRedirect.prove(client, form.get('redirect_uri') ?? '', form.get('state'), form.get('response_mode'))
  if (!redirect) throw new OAuthError('redirect_uri_unregistered', 'redirect_uri is not one that the app registered')
  try {
    const { idTokenHint } = readAuthorizationRequest(form, client, redirect)
    if (idTokenHint !== undefined) await readIdTokenHint(idTokenHint, client, redirect)
  } catch (error) {
    if (error instanceof AuthorizationError) throw new OAuthError(error.reason, error.publicMessage, { cause: error })
    throw error
  }

  const { secret, hash } = issueSecret('sgp', newShard())
  const parameters = form.only(AUTHORIZATION_PARAMETERS)
  parameters.set('client_id', client.clientId)
  const { sealed, masterKeyId } = sealWithMasterKey(Buffer.from(parameters.toString()), place(hash))
  await insertPushedRequest(client.id, { uriHash: hash, requestSealed: sealed, masterKeyId }, PUSHED_REQUEST_SECONDS)
  return { request_uri: PREFIX + secret, expires_in: PUSHED_REQUEST_SECONDS }
}

/** Whether this is an address that we could have given out ourselves. */
export const isPushedRequestUri = (uri: string | undefined): uri is string => uri?.startsWith(PREFIX) === true

/**
 * The parameters behind the address. Looking does not spend them: links are opened by scanners too, and people go back.
 * @returns null when it is unknown, spent, too old or another client's
 */
export async function readPushedParameters(uri: string, appId: string): Promise<{ params: Parameters; hash: Buffer } | null> {
  const hashes = secretHashes('sgp', uri.slice(PREFIX.length))
  const row = hashes.length > 0 ? await findPushedRequest(hashes, appId) : null
  if (!row) return null
  const text = openWithMasterKey(row.requestSealed, row.masterKeyId, place(row.uriHash)).toString()
  return { params: new Parameters(new URLSearchParams(text)), hash: row.uriHash }
}
