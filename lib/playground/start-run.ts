import { createHash, randomBytes } from 'node:crypto'
import { playgroundCallback } from '#lib/apps/playground-callback'
import { env } from '#lib/core/env'
import { randomBase62 } from '#lib/core/random-id'
import { hashOfState, newState, RUN_SECONDS, sealRun } from './run'
import { insertRun } from './store'

export type RunRequest = {
  app: { id: string; client_id: string }
  scopes: string[]
  prompt: 'consent' | 'login' | null
  loginHint?: string
  clientSecret: string | null
}

/** The first step of a trial log-in: the request that the browser will make, and what the app keeps to itself meanwhile. */
export type StartedRun = { authorizeUrl: string; verifier: string; challenge: string }

/**
 * Begins a log-in as the app would. The playground is a client like any other: it uses the published endpoints and
 * nothing behind them. @see RFC 6749 §4.1.1, RFC 7636 §4
 * @param sessionHash of the member of staff: only this browser can finish the run
 */
export async function startRun(sessionHash: Buffer, { app, scopes, prompt, loginHint, clientSecret }: RunRequest): Promise<StartedRun> {
  const [verifier, state, nonce] = [randomBytes(48).toString('base64url'), newState(sessionHash), randomBase62(22)]
  const challenge = createHash('sha256').update(verifier).digest('base64url')
  const parameters = new URLSearchParams({
    response_type: 'code',
    client_id: app.client_id,
    redirect_uri: playgroundCallback(app.id),
    scope: scopes.join(' '),
    state,
    nonce,
    code_challenge: challenge,
    code_challenge_method: 'S256',
    ...(prompt && { prompt }),
    ...(loginHint !== undefined && { login_hint: loginHint }),
  })
  const authorizeUrl = `${env().BASE_URL}/oauth2/auth?${parameters}`
  const stateHash = hashOfState(state)
  await insertRun(stateHash, app.id, sessionHash, sealRun(stateHash, { verifier, nonce, clientSecret, authorizeUrl }), RUN_SECONDS)
  return { authorizeUrl, verifier, challenge }
}
