import type { JSONWebKeySet } from 'jose'
import { playgroundCallback } from '#lib/apps/playground-callback'
import { env } from '#lib/core/env'
import { type HttpStep, httpStep } from './http-step'
import { type InspectedIdToken, inspectIdToken } from './inspect-id-token'
import { hashOfState, openRun, type Run } from './run'
import { takeRun } from './store'

/** What the browser brought back, as it came. */
export type CallbackAnswer = Record<'state' | 'code' | 'error' | 'iss', string | undefined>

/** Every step of a trial log-in up to where it ended. Nothing of it is kept: it is shown in the browser it belongs to. */
export type RunReport = {
  run: Pick<Run, 'verifier' | 'authorizeUrl'>
  /** Why it went no further than the redirect back. */
  refusal: 'wrong_issuer' | 'error' | 'no_code' | null
  token?: HttpStep
  idToken?: InspectedIdToken | null
  userinfo?: HttpStep
  revocation?: HttpStep
}

/**
 * Goes on where the browser came back: exchanges the code, checks the id_token, asks for the claims and revokes the
 * access token at the end, all over HTTP at the published endpoints.
 * @returns null when this browser session has begun no such run, or it is over: then nothing was sent anywhere
 */
export async function finishRun(app: { id: string; client_id: string }, sessionHash: Buffer, answer: CallbackAnswer): Promise<RunReport | null> {
  const stateHash = hashOfState(answer.state ?? '')
  const taken = await takeRun(stateHash, app.id, sessionHash)
  if (!taken) return null
  const { verifier, nonce, clientSecret, authorizeUrl } = openRun(stateHash, taken)
  const begun = { verifier, authorizeUrl }
  const issuer = env().BASE_URL
  // @see RFC 9207 §2.4
  if (answer.iss !== issuer) return { run: begun, refusal: 'wrong_issuer' }
  if (answer.error !== undefined) return { run: begun, refusal: 'error' }
  if (!answer.code) return { run: begun, refusal: 'no_code' }

  const client = clientAuthentication(app.client_id, clientSecret)
  const token = await httpStep({
    method: 'POST',
    url: `${issuer}/oauth2/token`,
    headers: client.headers,
    form: { grant_type: 'authorization_code', code: answer.code, redirect_uri: playgroundCallback(app.id), code_verifier: verifier, ...client.form },
    mask: client.mask,
  })
  const { access_token: accessToken, id_token: idToken } = token.json ?? {}
  if (typeof accessToken !== 'string') return { run: begun, refusal: null, token: token.step }

  const keys = await httpStep({ method: 'GET', url: `${issuer}/.well-known/jwks.json`, headers: {} })
  const expected = { issuer, clientId: app.client_id, nonce, accessToken, now: new Date() }
  const inspected = await inspectIdToken(String(idToken), (keys.json ?? { keys: [] }) as unknown as JSONWebKeySet, expected)
  const userinfo = await httpStep({ method: 'GET', url: `${issuer}/oauth2/userinfo`, headers: { Authorization: `Bearer ${accessToken}` } })
  const revocation = await httpStep({
    method: 'POST',
    url: `${issuer}/oauth2/revoke`,
    headers: client.headers,
    form: { token: accessToken, token_type_hint: 'access_token', ...client.form },
    mask: client.mask,
  })
  return { run: begun, refusal: null, token: token.step, idToken: inspected, userinfo: userinfo.step, revocation: revocation.step }
}

type ClientAuthentication = { headers: Record<string, string>; form: Record<string, string>; mask: (text: string) => string }

/** How the app proves itself. The secret is sent and never shown, and neither is a refresh token: nobody is to keep it. */
function clientAuthentication(clientId: string, clientSecret: string | null): ClientAuthentication {
  const credentials = Buffer.from(`${clientId}:${clientSecret}`).toString('base64')
  const mask = (text: string) => text.replaceAll(credentials, 'base64(client_id:client_secret)').replace(/sgr_[0-9A-Za-z]+/g, 'sgr_…')
  return clientSecret === null
    ? { headers: {}, form: { client_id: clientId }, mask }
    : { headers: { Authorization: `Basic ${credentials}` }, form: {}, mask }
}
