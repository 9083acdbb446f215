import { afterAll, expect, it } from 'vitest'
import { closeDatabase, sql, statement, withDatabase } from '#lib/core/db'
import { newId, randomBase62 } from '#lib/core/random-id'
import { sealWithMasterKey } from '#lib/core/sealed'
import { newIdOn, shardOf, shardsIn } from '#lib/core/shard'
import { newCode } from '#lib/oauth/authorize/new-code'
import { insertCode, readAuthorizationContext } from '#lib/oauth/authorize/store'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { openSelectedSubject, SEALED_SUBJECT } from '#lib/subjects/sealed-subject'
import { aCode, aGrant } from '../../e2e/fixtures/grants'
import { challengeOf, newVerifier } from '../../e2e/fixtures/pkce'
import { personSession } from '../../e2e/fixtures/sessions'
import { placeUnplaced } from './place-unplaced'
import { requireKnownKeys } from './require-known-keys'

afterAll(closeDatabase)

const REDIRECT_URI = 'https://a.example/cb'

const ask = <Row extends object>(text: string, values: unknown[] = []) => sql.query(statement<Row>(`test_${randomBase62(8)}`, text), values)

const subjectOf = (userId: string) =>
  withDatabase(async (db) => openSelectedSubject(await db.subject.findFirstOrThrow({ where: { userId }, select: SEALED_SUBJECT })))

const grantOf = (userId: string) => withDatabase((db) => db.grant.findFirstOrThrow({ where: { userId } }))

/** By a session of now. */
async function aCodeAnew(userId: string, clientId: string) {
  const { hash } = await personSession(userId)
  const context = await readAuthorizationContext(clientId, hash)
  if (!context?.session || !context.grant) throw new Error('nothing is left of the consent')
  const verifier = newVerifier()
  const request = { redirectUri: REDIRECT_URI, codeChallenge: challengeOf(verifier), scopes: ['openid' as const], prompts: [], nonce: 'n' }
  const { secret, stored } = newCode(request, { client: context.client, session: context.session, grantId: context.grant.id })
  expect(await insertCode(sql, stored)).toBe(true)
  return { code: secret, verifier }
}

it('whoever was there before shards were is put on the one that their id names, with a consent that works and new names at apps', async () => {
  const { person, client } = await aGrant()
  const before = { subject: await subjectOf(person.id), grant: await grantOf(person.id) }
  // As the migration left it: their rows follow by their keys.
  await ask('UPDATE users SET shard = -1 WHERE id = $1', [person.id])
  await ask('DELETE FROM user_sessions WHERE shard = -1')
  expect((await grantOf(person.id)).shard).toBe(-1)

  expect(await placeUnplaced()).toBeGreaterThanOrEqual(1)
  const grant = await grantOf(person.id)
  expect([grant.shard, shardOf(grant.id)]).toEqual([shardOf(person.id), shardOf(person.id)])
  expect(grant).toMatchObject({ grantedScopes: before.grant.grantedScopes })
  const subject = await subjectOf(person.id)
  expect([subject.sub, subject.aliasLocalPart]).not.toEqual([before.subject.sub, before.subject.aliasLocalPart])
  expect([...shardsIn('sub', subject.sub), ...shardsIn('alias', subject.aliasLocalPart, 'base32')]).toEqual([grant.shard, grant.shard])

  const { code, verifier } = await aCodeAnew(person.id, client.clientId)
  const { access_token } = await exchangeCode(client, code, { redirectUri: REDIRECT_URI, codeVerifier: verifier })
  expect((await readUserinfo(access_token)).sub).toBe(subject.sub)
  await requireKnownKeys()
})

it('mail that waits for whoever was there before goes along, body and all', async () => {
  const { person, grantId } = await aGrant()
  await ask('UPDATE users SET shard = -1 WHERE id = $1', [person.id])
  const id = newId('msg')
  await ask(
    `INSERT INTO forwarded_messages (shard, id, nth, head_sealed, master_key_id, expires_at) VALUES (-1, $1, 0, '', 'k', now() + interval '1 hour')`,
    [id],
  )
  await ask(`INSERT INTO forwarded_chunks (shard, message_id, nth, position, content_sealed) VALUES (-1, $1, 0, 0, '')`, [id])
  await ask(
    `INSERT INTO forwarded_mails (shard, message_id, nth, grant_id, next_attempt_at, expires_at) VALUES (-1, $1, 0, $2, NULL, now() + interval '1 hour')`,
    [id, grantId],
  )
  await placeUnplaced()
  const found = await ask<{ shard: number }>(
    `SELECT shard FROM forwarded_messages WHERE id = $1 UNION ALL SELECT shard FROM forwarded_chunks WHERE message_id = $1
     UNION ALL SELECT f.shard FROM forwarded_mails f JOIN grants g ON g.shard = f.shard AND g.id = f.grant_id WHERE message_id = $1`,
    [id],
  )
  expect(found).toEqual(Array.from({ length: 3 }, () => ({ shard: shardOf(person.id) })))
})

it('a mail of before for no person is put where its id says', async () => {
  const id = newIdOn('mai', 77)
  // Readable: whoever looks at the newest mails beside this test opens it, too.
  const content = Buffer.from(JSON.stringify({ to: 'staff@company.example', subject: '', text: '', html: '' }))
  const { sealed, masterKeyId } = sealWithMasterKey(content, { table: 'outgoing_mails', row: id, column: 'content_sealed' })
  await ask(
    `INSERT INTO outgoing_mails (shard, id, kind, content_sealed, master_key_id, expires_at) VALUES (-1, $1, 'test', $2, $3, clock_timestamp() + interval '1 hour')`,
    [id, sealed, masterKeyId],
  )
  await ask(`INSERT INTO queued_jobs (shard, kind, payload) VALUES (-1, 'test-nothing', jsonb_build_object('mail', $1::text))`, [id])
  await placeUnplaced()
  expect(await ask('SELECT shard FROM outgoing_mails WHERE id = $1', [id])).toEqual([{ shard: 77 }])
  expect(await ask(`SELECT shard FROM queued_jobs WHERE payload->>'mail' = $1`, [id])).toEqual([{ shard: 77 }])
})

it('a verification of before is put where its id says, with what hangs on it', async () => {
  const id = newIdOn('ver', 78)
  await ask(
    `INSERT INTO verification_sessions (shard, id, token_hash, fields, master_key_id, expires_in_seconds, max_attempts, min_assurance, expires_at)
     VALUES (-1, $1, convert_to($1, 'UTF8'), '{}', 'test', 600, 1, 'page', clock_timestamp() + interval '1 hour')`,
    [id],
  )
  await ask(
    `INSERT INTO verification_handoffs (shard, token_hash, session_id, expires_at) VALUES (-1, convert_to($1, 'UTF8'), $1, clock_timestamp() + interval '1 hour')`,
    [id],
  )
  await placeUnplaced()
  expect(await ask('SELECT shard FROM verification_sessions WHERE id = $1', [id])).toEqual([{ shard: 78 }])
  expect(await ask('SELECT shard FROM verification_handoffs WHERE session_id = $1', [id])).toEqual([{ shard: 78 }])
  await ask('DELETE FROM verification_sessions WHERE id = $1', [id])
})

it('everything that one consent gives out names its person’s shard', async () => {
  const { person, client, grantId } = await aGrant()
  const { code, verifier } = await aCode(grantId)
  const tokens = await exchangeCode(client, code, { redirectUri: REDIRECT_URI, codeVerifier: verifier })
  const { sub, aliasLocalPart } = await subjectOf(person.id)
  const of = (kind: string, secret: string) => shardsIn(kind, secret.slice(4, 47))
  const named = [
    of('sgc', code),
    of('sga', tokens.access_token),
    shardsIn('sub', sub),
    shardsIn('alias', aliasLocalPart, 'base32'),
    [shardOf(grantId)],
  ]
  if (tokens.refresh_token) named.push(of('sgr', tokens.refresh_token))
  for (const shards of named) expect(shards).toEqual([shardOf(person.id)])
})
