import { afterAll, describe, expect, it } from 'vitest'
import { removeMember } from '#lib/companies/members/change-member'
import { inviteMember } from '#lib/companies/members/invite-member'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { randomBase62 } from '#lib/core/random-id'
import { shardOf } from '#lib/core/shard'
import { findLiveAlias } from '#lib/relay/store/receive'
import { ensureSubject } from '#lib/subjects/ensure-subject'
import { aCode, aGrant } from '../../e2e/fixtures/grants'
import { consentWithoutPages } from '../../e2e/fixtures/visitor'
import { aMember, anApp, aPerson } from '../../e2e/fixtures/world'
import { aCaller, bodyOf, call } from '../http/test-call'
import { sealUnsealed } from './seal-unsealed'

afterAll(closeDatabase)

const TABLES = statement<{ name: string }>(
  'test_tables',
  `SELECT relname AS name FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace`,
)

/** Where a text stands in the database, in letters or as bytes, in whatever column of whatever table. */
async function placesOf(text: string): Promise<string[]> {
  const found: string[] = []
  for (const { name } of await sql.query(TABLES, [])) {
    const search = statement<{ rows: number }>(
      `test_search_${name}`,
      `SELECT count(*)::int AS rows FROM "${name}" t WHERE position(lower($1) IN lower(t::text)) > 0 OR position($2 IN t::text) > 0`,
    )
    const [row] = await sql.query(search, [text, Buffer.from(text).toString('hex')])
    if ((row?.rows ?? 0) > 0) found.push(name)
  }
  return found
}

describe('a copy of the database without the keys', () => {
  it('shows no sub, alias or nonce of anybody', async () => {
    const { person, grantId, app } = await aGrant()
    const { sub, aliasLocalPart } = await ensureSubject(person.id, app.id)
    const nonce = `nonce${randomBase62(16)}`
    await aCode(grantId, ['openid'], { nonce })
    for (const text of [sub, aliasLocalPart, nonce]) expect(await placesOf(text), text).toEqual([])
    expect(await findLiveAlias(aliasLocalPart)).toMatchObject({ grant_id: grantId })
  })

  it('shows no sub in answers that are kept for a repeated request', async () => {
    const caller = await aCaller()
    const app = await anApp({ ...caller, name: 'Test', email: '', password: '' })
    const person = await aPerson()
    await consentWithoutPages(person, app, ['openid'])
    const { sub } = await ensureSubject(person.id, app.id)
    const ask = () =>
      call(caller, 'POST /v1/verifications', { body: { client_id: app.client_id, fields: ['given_name'], sub }, headers: { 'idempotency-key': 'k' } })
    const first = await bodyOf(await ask())
    expect(first.sub).toBe(sub)
    expect(await placesOf(sub)).toEqual([])
    expect(await bodyOf(await ask())).toEqual({ ...first, url: null })
  })

  it('shows no address of a person, nor of staff, members that left and invited ones among them', async () => {
    const { company, person } = await aGrant()
    const gone = await aMember(company, 'developer')
    expect(await removeMember(company.actor, gone.actor.id as string)).toBe('done')
    const invited = `${randomBase62(12).toLowerCase()}@invited.example`
    expect(await inviteMember(company.actor, { email: invited, role: 'developer' }, 'en')).toBe('done')
    for (const email of [person.email, company.email, gone.email, invited]) expect(await placesOf(email), email).toEqual([])
  })
})

const UNSEAL = statement<object>(
  'test_unseal_subject',
  `UPDATE subjects SET pair_sealed = '', sub_index = $3, alias_index = $4 WHERE user_id = $1 AND app_id = $2`,
)
const SET_ASIDE = statement<object>('test_set_aside', `INSERT INTO unsealed_values (shard, kind, value) VALUES (-1, $1, $2)`)
/** Migrations find people where they have no shard yet. */
const PUT = statement<object>('test_put_person', `UPDATE users SET shard = $2 WHERE id = $1`)
const LEFT = statement<{ rows: number }>('test_unsealed_left', `SELECT count(*)::int AS rows FROM unsealed_values`)

it('what a migration set aside in clear is sealed once, by whichever process comes first, and found again', async () => {
  const { person, grantId, app } = await aGrant()
  const subject = await ensureSubject(person.id, app.id)
  await sql.query(UNSEAL, [person.id, app.id, Buffer.from(randomBase62(16)), Buffer.from(randomBase62(16))])
  await sql.query(PUT, [person.id, -1])
  await sql.query(SET_ASIDE, ['subject', { userId: person.id, appId: app.id, ...subject }])
  const sealed = await Promise.all([sealUnsealed(), sealUnsealed(), sealUnsealed()])
  expect(sealed.reduce((sum, count) => sum + count)).toBe(1)
  expect((await sql.query(LEFT, []))[0]?.rows).toBe(0)
  await sql.query(PUT, [person.id, shardOf(person.id)])
  expect(await ensureSubject(person.id, app.id)).toEqual(subject)
  expect(await findLiveAlias(subject.aliasLocalPart)).toMatchObject({ grant_id: grantId })
})
