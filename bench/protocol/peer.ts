import { createHmac, generateKeyPairSync, randomBytes } from 'node:crypto'
import { createServer } from 'node:http'
import Keygrip from 'keygrip'
import Provider from 'oidc-provider'
import { CHALLENGE, type EndpointName, PEOPLE, REDIRECT_URI, SCOPE, VERIFIER } from './endpoints'
import type { Shot } from './load'
import { PostgresAdapter, pool, SCHEMA } from './peer-adapter'

/**
 * The peer: oidc-provider 9 with production settings, the same lifetimes, the same kind of key, opaque tokens, PKCE and
 * rotation. Its client stands in memory, which is in its favour: ours is read from the database at every request.
 */
const port = Number(process.env.PORT)
const CLIENT = { id: 'bench', secret: randomBytes(32).toString('base64url') }
const COOKIE_KEYS = [randomBytes(32).toString('base64url')]
const PAIRWISE_SALT = randomBytes(32)
const DAY = 24 * 3600

const { privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })

const provider = new Provider(`http://localhost:${port}`, {
  adapter: PostgresAdapter,
  clients: [
    {
      client_id: CLIENT.id,
      client_secret: CLIENT.secret,
      redirect_uris: [REDIRECT_URI],
      grant_types: ['authorization_code', 'refresh_token'],
      response_types: ['code'],
      subject_type: 'pairwise',
      id_token_signed_response_alg: 'RS256',
    },
  ],
  jwks: { keys: [{ ...privateKey.export({ format: 'jwk' }), kid: 'bench', alg: 'RS256', use: 'sig' }] },
  cookies: { keys: COOKIE_KEYS },
  claims: { openid: ['sub'], email: ['email', 'email_verified'] },
  scopes: ['openid', 'email', 'offline_access'],
  subjectTypes: ['pairwise'],
  pairwiseIdentifier: (_ctx: unknown, accountId: string) => createHmac('sha256', PAIRWISE_SALT).update(accountId).digest('hex'),
  features: { devInteractions: { enabled: false }, introspection: { enabled: true }, revocation: { enabled: true } },
  rotateRefreshToken: true,
  expiresWithSession: () => false,
  ttl: { AuthorizationCode: 60, AccessToken: 3600, IdToken: 3600, RefreshToken: 30 * DAY, Grant: 365 * DAY, Session: 30 * DAY, Interaction: 3600 },
  async findAccount(_ctx: unknown, id: string) {
    const text = 'SELECT claims FROM accounts WHERE id = $1'
    const { rows } = await pool.query<{ claims: Record<string, unknown> }>({ name: 'account', text, values: [id] })
    return rows[0] && { accountId: id, claims: () => ({ sub: id, ...rows[0]?.claims }) }
  },
} as never)

type Visitor = { accountId: string; grantId: string; cookie: string }

// The provider's models are made by its configuration, so their types cannot be named here.
type Model = new (payload: object) => { save(ttl?: number): Promise<string>; jti: string }
const models = provider as unknown as Record<'Grant' | 'Session' | 'AccessToken' | 'RefreshToken' | 'AuthorizationCode', Model>

const visitors: Visitor[] = []
let client: object

async function prepareVisitors() {
  await pool.query(SCHEMA)
  client = (await provider.Client.find(CLIENT.id)) as object
  const keygrip = new Keygrip(COOKIE_KEYS)
  for (let i = 0; i < PEOPLE; i++) {
    const accountId = `person-${i}`
    await pool.query('INSERT INTO accounts VALUES ($1, $2)', [accountId, { email: `${i}@people.example`, email_verified: true }])
    const grant = new models.Grant({ accountId, clientId: CLIENT.id, openid: { scope: SCOPE } })
    const grantId = await grant.save()
    const loginTs = Math.floor(Date.now() / 1000)
    const session = new models.Session({ accountId, loginTs, amr: ['pwd'], authorizations: { [CLIENT.id]: { sid: `sid-${i}`, grantId } } })
    await session.save(30 * DAY)
    const pair = `_session=${session.jti}`
    visitors.push({ accountId, grantId, cookie: `${pair}; _session.sig=${keygrip.sign(pair)}` })
  }
}

const form = (path: string, fields: Record<string, string>): Shot => ({
  method: 'POST',
  path,
  headers: {
    authorization: `Basic ${Buffer.from(`${CLIENT.id}:${CLIENT.secret}`).toString('base64')}`,
    'content-type': 'application/x-www-form-urlencoded',
  },
  body: new URLSearchParams(fields).toString(),
})

const authTime = () => Math.floor(Date.now() / 1000)

const accessToken = ({ accountId, grantId }: Visitor) =>
  new models.AccessToken({ accountId, client, grantId, scope: 'openid email', gty: 'authorization_code' }).save()

async function shotFor(endpoint: EndpointName, visitor: Visitor): Promise<Shot> {
  const { accountId, grantId, cookie } = visitor
  switch (endpoint) {
    case 'exchange': {
      const pkce = { codeChallenge: CHALLENGE, codeChallengeMethod: 'S256', redirectUri: REDIRECT_URI, nonce: 'nonce' }
      const code = new models.AuthorizationCode({ accountId, client, grantId, scope: 'openid email', authTime: authTime(), ...pkce })
      const fields = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }
      return form('/token', { ...fields, code: await code.save() })
    }
    case 'refresh': {
      const token = new models.RefreshToken({
        accountId,
        client,
        grantId,
        scope: SCOPE,
        authTime: authTime(),
        gty: 'authorization_code',
        iiat: authTime(),
        rotations: 0,
      })
      return form('/token', { grant_type: 'refresh_token', refresh_token: await token.save() })
    }
    case 'userinfo':
      return { method: 'GET', path: '/me', headers: { authorization: `Bearer ${await accessToken(visitor)}` } }
    case 'introspect':
      return form('/token/introspection', { token: await accessToken(visitor) })
    case 'revoke':
      return form('/token/revocation', { token: await accessToken(visitor) })
    case 'authorize': {
      const query = { client_id: CLIENT.id, redirect_uri: REDIRECT_URI, response_type: 'code', scope: 'openid email', state: 'state', nonce: 'nonce' }
      const pkce = { code_challenge: CHALLENGE, code_challenge_method: 'S256' }
      return { method: 'GET', path: `/auth?${new URLSearchParams({ ...query, ...pkce })}`, headers: { cookie } }
    }
  }
}

process.on('message', async ({ endpoint, count }: { endpoint: EndpointName; count: number }) => {
  const shots = await Promise.all(Array.from({ length: count }, (_, i) => shotFor(endpoint, visitors[i % visitors.length] as Visitor)))
  process.send?.({ shots })
})

await prepareVisitors()
createServer(provider.callback()).listen(port, '127.0.0.1', () => process.send?.('ready'))
