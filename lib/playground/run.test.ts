import { afterAll, expect, it } from 'vitest'
import { closeDatabase, sql, statement } from '#lib/core/db'
import { shardOf, shardOfCompany } from '#lib/core/shard'
import { staffSession } from '../../e2e/fixtures/sessions'
import { aCompany, aMember, anApp } from '../../e2e/fixtures/world'
import { finishRun } from './finish-run'
import { startRun } from './start-run'

afterAll(closeDatabase)

const SHARD_OF_RUN = statement<{ shard: number }>('test_shard_of_run', 'SELECT shard FROM playground_runs WHERE app_id = $1')

it('a trial log-in lies beside the session that began it, which alone finishes it, once', async () => {
  const company = await aCompany()
  const { id, client_id } = await anApp(company)
  const app = { id, client_id }
  const [own, colleague] = [await staffSession(company.actor.id as string), await staffSession((await aMember(company, 'admin')).actor.id as string)]
  const { authorizeUrl } = await startRun(own.hash, { app, scopes: ['openid'], prompt: null, clientSecret: null })
  const state = new URL(authorizeUrl).searchParams.get('state') ?? ''
  expect(await sql.query(SHARD_OF_RUN, [id])).toEqual([{ shard: shardOfCompany(company.actor.companyId) }])
  expect(shardOf(company.actor.id as string)).toBe(shardOfCompany(company.actor.companyId))

  const answer = { state, code: undefined, error: 'access_denied', iss: 'https://elsewhere.example' }
  expect(await finishRun(app, colleague.hash, answer)).toBeNull()
  expect(await finishRun(app, own.hash, { ...answer, state: `${state}x` })).toBeNull()
  expect(await finishRun(app, own.hash, answer)).toMatchObject({ refusal: 'wrong_issuer', run: { authorizeUrl } })
  expect(await finishRun(app, own.hash, answer)).toBeNull()
})
