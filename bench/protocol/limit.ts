import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { sql } from '#lib/core/db'
import { env } from '#lib/core/env'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { shardOf } from '#lib/core/shard'
import { insertCode, readAuthorizationContext } from '#lib/oauth/authorize/store'
import { findClient } from '#lib/oauth/client/store'
import { findLiveToken } from '#lib/oauth/introspection/store'
import { deleteAccessToken } from '#lib/oauth/revocation/store'
import { mintTokens } from '#lib/oauth/token/mint-tokens'
import { signIdToken } from '#lib/oauth/token/sign-id-token'
import { authorizationCodes, refreshTokens } from '#lib/oauth/token/store'
import { readByAccessToken } from '#lib/oauth/userinfo/store'
import { sessionHash, USER_REALM } from '#lib/session/realm'
import { openPair } from '#lib/subjects/sealed-subject'
import { PersonVault } from '#lib/users/person'
import { CHALLENGE, REDIRECT_URI } from './endpoints'

/**
 * The limit: bare `node:http` making the same statements and the same signature as the product, and nothing else. It
 * judges nothing, so it is no server anybody could use.
 */
type Answer = { status: number; body?: unknown; location?: string }

const clientIdOf = (request: IncomingMessage) =>
  Buffer.from((request.headers.authorization ?? '').slice(6), 'base64')
    .toString()
    .split(':')[0] ?? ''

async function token(request: IncomingMessage, form: URLSearchParams): Promise<Answer> {
  const isCode = form.has('code')
  const hashes = isCode ? secretHashes('sgc', form.get('code') ?? '') : secretHashes('sgr', form.get('refresh_token') ?? '')
  const source = isCode ? authorizationCodes : refreshTokens
  const found = await source.read(clientIdOf(request), hashes)
  if (!found?.held) throw new Error('unknown')
  const { grantId, scopes, signIn, version } = found.held
  const signedIn = { client: found.client, signIn, accessScopes: scopes as never, nonce: null }
  const { stored } = mintTokens({ ...signedIn, grantId, refreshScopes: isCode ? null : (scopes as never) })
  if (!(await source.consumeUnchanged(version, stored))) throw new Error('not consumed')
  return { status: 200, body: { id_token: await signIdToken({ ...signedIn, nonce: 'nonce' }, 'token'), scope: stored.accessScopes } }
}

async function userinfo(request: IncomingMessage): Promise<Answer> {
  const record = await readByAccessToken(secretHashes('sga', (request.headers.authorization ?? '').slice(7)))
  if (!record) throw new Error('unknown')
  const { person, pair } = record
  const vault = PersonVault.of(person)
  const { sub, aliasLocalPart } = openPair((sealed, place) => vault.openSecret(sealed, place), { userId: person.id, ...pair })
  return { status: 200, body: { sub, email: aliasLocalPart } }
}

async function introspect(request: IncomingMessage, form: URLSearchParams): Promise<Answer> {
  const live = await findLiveToken(clientIdOf(request), secretHashes('sga', form.get('token') ?? ''))
  return { status: 200, body: { active: live !== null, sub: live?.token.sub } }
}

async function revoke(request: IncomingMessage, form: URLSearchParams): Promise<Answer> {
  const client = await findClient(clientIdOf(request))
  await deleteAccessToken(secretHashes('sga', form.get('token') ?? ''), client?.id ?? '')
  return { status: 200 }
}

async function authorize(request: IncomingMessage): Promise<Answer> {
  const query = new URLSearchParams(request.url?.split('?')[1])
  const cookie = request.headers.cookie ?? ''
  const session = await sessionHash(USER_REALM, cookie.slice(cookie.indexOf('=') + 1))
  const context = await readAuthorizationContext(query.get('client_id') ?? '', session)
  const { secret, hash } = issueSecret('sgc', shardOf(context?.session?.userId ?? ''))
  const code = {
    hash,
    sessionHash: session as Buffer,
    redirectUri: REDIRECT_URI,
    codeChallenge: CHALLENGE,
    nonceSealed: null,
    authTime: null,
    amr: ['pwd'],
    askedAssurance: [],
    askedVerified: null,
  }
  await insertCode(sql, { ...code, grantId: context?.grant?.id ?? '', requestedScopes: ['openid', 'email'], lifetimeSeconds: 60, newSid: '' })
  return { status: 303, location: `${REDIRECT_URI}?code=${secret}&state=state` }
}

const HANDLERS: Record<string, (request: IncomingMessage, form: URLSearchParams) => Promise<Answer>> = {
  '/oauth2/token': token,
  '/oauth2/userinfo': userinfo,
  '/oauth2/introspect': introspect,
  '/oauth2/revoke': revoke,
  '/oauth2/auth': authorize,
}

function respond(response: ServerResponse, { status, body, location }: Answer) {
  response.writeHead(status, { 'Content-Type': 'application/json', ...(location && { Location: location }) })
  response.end(body === undefined ? undefined : JSON.stringify(body))
}

const server = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk) => {
    text += chunk
  })
  request.on('end', () => {
    HANDLERS[request.url?.split('?')[0] ?? '']?.(request, new URLSearchParams(text)).then(
      (answer) => respond(response, answer),
      () => respond(response, { status: 500 }),
    )
  })
})
server.listen(env().PORT, '127.0.0.1', () => process.send?.('ready'))
