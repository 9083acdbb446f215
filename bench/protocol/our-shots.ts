import { createApp } from '#lib/apps/create-app'
import { createCompany } from '#lib/companies/create-company'
import { type Queryable, sql, statement, transaction } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { issueSecret } from '#lib/core/secret-token'
import { newIdOn, shardOf, shardOfHash } from '#lib/core/shard'
import { upsertGrant } from '#lib/grants/store'
import { type CodeBasis, newCode } from '#lib/oauth/authorize/new-code'
import { insertCode, readAuthorizationContext } from '#lib/oauth/authorize/store'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { createPerson } from '#lib/users/create-person'
import { staffActor } from '../../e2e/fixtures/actor'
import { personSession } from '../../e2e/fixtures/sessions'
import { CHALLENGE, type EndpointName, PEOPLE, REDIRECT_URI, SCOPE, VERIFIER } from './endpoints'
import type { Shot } from './load'

/** People who consented to one app and are logged in, and requests for them, made of the product's own parts. */
type Visitor = { basis: CodeBasis; cookie: string }

const SCOPES = SCOPE.split(' ') as ('openid' | 'email' | 'offline_access')[]

/** Statements that may wait for a connection: more would wait longer than the pool lets them. */
const AT_A_TIME = 200

const INSERT_ACCESS = statement<object>(
  'bench_access_tokens',
  `INSERT INTO access_tokens (shard, token_hash, grant_id, scopes, issued_at, expires_at)
   SELECT s, h, g, $3, clock_timestamp(), clock_timestamp() + interval '1 hour' FROM unnest($1::bytea[], $2::text[], $4::smallint[]) AS t(h, g, s)`,
)

const INSERT_REFRESH = statement<object>(
  'bench_refresh_tokens',
  `INSERT INTO refresh_tokens (shard, token_hash, grant_id, scopes, amr, auth_time, issued_at, expires_at)
   SELECT s, h, g, $3, '{pwd}', clock_timestamp(), clock_timestamp(), clock_timestamp() + interval '30 days' FROM unnest($1::bytea[], $2::text[], $4::smallint[]) AS t(h, g, s)`,
)

export async function prepareVisitors(people = PEOPLE) {
  const owner = { name: 'Bench', email: `${randomBase62(12)}@company.example`, password: randomBase62(20) }
  const { companyId, staffId } = await createCompany({ name: 'Bench', owner })
  const wanted = { name: 'Bench', redirect_uris: [REDIRECT_URI], scopes: SCOPES, client_type: 'confidential' }
  const app = await createApp(staffActor({ companyId, staffId }), wanted)
  const visitors: Visitor[] = []
  for (let i = 0; i < people; i++) visitors.push(await oneVisitor(app))
  return { clientId: app.client_id, clientSecret: app.client_secret ?? '', visitors }
}

async function oneVisitor({ id: appId, client_id }: { id: string; client_id: string }): Promise<Visitor> {
  const email = `${randomBase62(14).toLowerCase()}@people.example`
  const profile = { given_name: 'Jo', family_name: 'Miller' }
  const userId = await createPerson({ email, passwordHash: 'none', profile, isEmailConfirmed: true })
  await ensureSubject(userId, appId)
  const grant = { id: newIdOn('grt', shardOf(userId)), userId, appId, granted: SCOPES, declined: [] }
  const given = await transaction((tx) => upsertGrant(tx, grant))
  if (given === null) throw new Error('no grant was made')
  const { cookie, hash } = await personSession(userId)
  const context = await readAuthorizationContext(client_id, hash)
  if (!context?.session) throw new Error('no session was made')
  return { basis: { client: context.client, session: context.session, grantId: given.id }, cookie }
}

type World = Awaited<ReturnType<typeof prepareVisitors>>

/** Fresh requests: every code and refresh token is used once. */
export async function ourShots(world: World, endpoint: EndpointName, count: number): Promise<Shot[]> {
  const visitors = Array.from({ length: count }, (_, i) => world.visitors[i % world.visitors.length] as Visitor)
  const basic = `Basic ${Buffer.from(`${world.clientId}:${world.clientSecret}`).toString('base64')}`
  const form = (path: string, fields: Record<string, string>): Shot => ({
    method: 'POST',
    path,
    headers: { authorization: basic, 'content-type': 'application/x-www-form-urlencoded' },
    body: new URLSearchParams(fields).toString(),
  })
  const each = async (kind: 'sga' | 'sgr', insert: typeof INSERT_ACCESS, shot: (secret: string) => Shot) =>
    (await tokens(sql, kind, insert, visitors)).map(shot)

  switch (endpoint) {
    case 'exchange': {
      const secrets: string[] = []
      for (let from = 0; from < count; from += AT_A_TIME) secrets.push(...(await Promise.all(visitors.slice(from, from + AT_A_TIME).map(codeFor))))
      const fields = { grant_type: 'authorization_code', redirect_uri: REDIRECT_URI, code_verifier: VERIFIER }
      return secrets.map((code) => form('/oauth2/token', { ...fields, code }))
    }
    case 'refresh':
      return each('sgr', INSERT_REFRESH, (token) => form('/oauth2/token', { grant_type: 'refresh_token', refresh_token: token }))
    case 'userinfo':
      return each('sga', INSERT_ACCESS, (token) => ({ method: 'GET', path: '/oauth2/userinfo', headers: { authorization: `Bearer ${token}` } }))
    case 'introspect':
      return each('sga', INSERT_ACCESS, (token) => form('/oauth2/introspect', { token }))
    case 'revoke':
      return each('sga', INSERT_ACCESS, (token) => form('/oauth2/revoke', { token }))
    case 'authorize':
      return visitors.map(({ cookie }) => ({ method: 'GET', path: `/oauth2/auth?${authorization(world.clientId)}`, headers: { cookie } }))
  }
}

const authorization = (client_id: string) =>
  new URLSearchParams({
    client_id,
    redirect_uri: REDIRECT_URI,
    response_type: 'code',
    scope: 'openid email',
    state: 'state',
    nonce: 'nonce',
    code_challenge: CHALLENGE,
    code_challenge_method: 'S256',
  })

async function codeFor({ basis }: Visitor): Promise<string> {
  const request = { redirectUri: REDIRECT_URI, codeChallenge: CHALLENGE, nonce: 'nonce', scopes: SCOPES }
  const code = newCode(request as Parameters<typeof newCode>[0], basis)
  if (!(await insertCode(sql, code.stored))) throw new Error('no code could be written')
  return code.secret
}

async function tokens(on: Queryable, kind: 'sga' | 'sgr', insert: typeof INSERT_ACCESS, visitors: Visitor[]): Promise<string[]> {
  const issued = visitors.map(({ basis }) => issueSecret(kind, shardOf(basis.grantId)))
  const scopes = kind === 'sgr' ? SCOPES : SCOPES.slice(0, 2)
  await on.query(insert, [
    issued.map(({ hash }) => hash),
    visitors.map(({ basis }) => basis.grantId),
    scopes,
    issued.map(({ hash }) => shardOfHash(hash)),
  ])
  return issued.map(({ secret }) => secret)
}
