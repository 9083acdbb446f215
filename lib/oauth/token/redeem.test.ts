import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, describe, expect, it } from 'vitest'
import { apartFromTransaction, closeDatabase, type Statement, sql, statement, transaction } from '#lib/core/db'
import { issueSecret, secretHashes } from '#lib/core/secret-token'
import { newShard } from '#lib/core/shard'
import { aCode, aGrant, anExchange, type Granted } from '../../../e2e/fixtures/grants'
import { readUserinfo } from '../userinfo/read-userinfo'
import { exchangeCode } from './exchange-code'
import { rotateRefreshToken } from './rotate-refresh-token'
import { authorizationCodes, type Version } from './store'

afterAll(closeDatabase)

/** What is begun while somebody changes a row, and still waits when they commit. */
async function beganWhile<Result>(change: Statement<object>, values: unknown[], begin: () => Promise<Result>): Promise<PromiseSettledResult<Result>> {
  let waiting: Promise<PromiseSettledResult<Result>[]> | undefined
  let isOver = false
  await transaction(async (tx) => {
    await tx.query(change, values)
    waiting = apartFromTransaction(() => Promise.allSettled([begin()]))
    void waiting.then(() => {
      isOver = true
    })
    await pause(200)
    expect(isOver).toBe(false)
  })
  return (await (waiting as NonNullable<typeof waiting>))[0] as PromiseSettledResult<Result>
}

const RELEASE = statement<object>('test_release', 'UPDATE grants SET last_release_at = clock_timestamp() WHERE id = $1')
const WITHDRAW = statement<object>('test_withdraw', 'DELETE FROM grants WHERE id = $1')
const NEW_SECRET = statement<object>('test_new_secret', 'UPDATE apps SET secret_hash = $2 WHERE id = $1')

describe('a code', () => {
  it('sent twice in one turn gets tokens once, and they are ended', async () => {
    const exchange = await anExchange(await aGrant())
    const outcomes = await Promise.allSettled([exchange(), exchange()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = outcomes.find((outcome) => outcome.status === 'fulfilled')
    await expect(readUserinfo(winner?.value.access_token ?? '')).rejects.toMatchObject({ code: 'invalid_token' })
  })

  it('is exchanged beside another code of the same grant', async () => {
    const granted = await aGrant()
    const exchanges = [await anExchange(granted), await anExchange(granted)]
    for (const { access_token } of await Promise.all(exchanges.map((exchange) => exchange()))) await readUserinfo(access_token)
  })

  it('that is unknown is invalid_grant, from an unknown client invalid_client', async () => {
    const { client } = await aGrant()
    const { secret } = issueSecret('sgc', newShard())
    const request = { redirectUri: 'https://a.example/cb', codeVerifier: undefined }
    await expect(exchangeCode(client, secret, request)).rejects.toMatchObject({ code: 'invalid_grant' })
    await expect(exchangeCode({ ...client, clientId: 'nobody' }, secret, request)).rejects.toMatchObject({ code: 'invalid_client' })
  })

  it('waits for whoever holds its grant and is exchanged then, while others are not kept waiting', async () => {
    const [granted, other] = [await aGrant(), await aGrant()]
    const [exchange, free] = [await anExchange(granted), await anExchange(other)]
    const outcome = await beganWhile(RELEASE, [granted.grantId], async () => {
      const waiting = exchange()
      await free()
      return waiting
    })
    expect(outcome).toMatchObject({ status: 'fulfilled', value: { token_type: 'Bearer' } })
  })

  it('waits for a change of its app and is judged by what is true then', async () => {
    const granted = await aGrant()
    const { hash } = issueSecret('sgs')
    const outcome = await beganWhile(NEW_SECRET, [granted.app.id, hash], await anExchange(granted))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'invalid_client' } })
  })

  it('waits for a withdrawal and is refused', async () => {
    const granted = await aGrant()
    const outcome = await beganWhile(WITHDRAW, [granted.grantId], await anExchange(granted))
    expect(outcome).toMatchObject({ status: 'rejected', reason: { code: 'invalid_grant' } })
  })
})

const tokens = () => ({ accessHash: issueSecret('sga', newShard()).hash, accessScopes: ['openid'], refresh: null })
const ofApp = 'grant_id IN (SELECT id FROM grants WHERE app_id = $1)'

describe('what was seen is used only when it is still the same', () => {
  const changes = {
    'the app was changed': ['test_rename', "UPDATE apps SET name = name || '!' WHERE id = $1"],
    'consent was changed': ['test_narrow', "UPDATE grants SET granted_scopes = '{openid}' WHERE app_id = $1"],
    'consent was withdrawn': ['test_withdraw_all', 'DELETE FROM grants WHERE app_id = $1'],
    'the code was used': ['test_use', `UPDATE authorization_codes SET used_at = now(), expires_at = NULL WHERE ${ofApp}`],
    'the code ran out': ['test_run_out', `UPDATE authorization_codes SET expires_at = now() WHERE ${ofApp}`],
  } as const

  it.each(Object.entries(changes))('not when %s', async (_, [name, text]) => {
    const { app, client, grantId } = await aGrant()
    const hashes = secretHashes('sgc', (await aCode(grantId)).code)
    const seen = await authorizationCodes.read(client.clientId, hashes)
    const version = seen?.held?.version as Version
    await sql.query(statement<object>(name, text), [app.id])
    expect(await authorizationCodes.consumeUnchanged(version, tokens())).toBe(false)
  })

  it('and then once', async () => {
    const { client, grantId } = await aGrant()
    const seen = await authorizationCodes.read(client.clientId, secretHashes('sgc', (await aCode(grantId)).code))
    const version = seen?.held?.version as Version
    expect(await authorizationCodes.consumeUnchanged(version, tokens())).toBe(true)
    expect(await authorizationCodes.consumeUnchanged(version, tokens())).toBe(false)
  })
})

describe('a refresh token', () => {
  const aRefresh = async (granted: Granted) => {
    const { refresh_token } = await (await anExchange(granted, ['openid', 'offline_access']))()
    return (token = refresh_token ?? '') => rotateRefreshToken(granted.client, token, undefined)
  }

  it('that is unknown is invalid_grant', async () => {
    const { client } = await aGrant()
    await expect(rotateRefreshToken(client, issueSecret('sgr', newShard()).secret, undefined)).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  it('sent twice in one turn is rotated once, and the family is ended', async () => {
    const refresh = await aRefresh(await aGrant())
    const outcomes = await Promise.allSettled([refresh(), refresh()])
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected'])
    const winner = outcomes.find((outcome) => outcome.status === 'fulfilled')
    await expect(refresh(winner?.value.refresh_token)).rejects.toMatchObject({ code: 'invalid_grant' })
  })

  it('waits for whoever holds its grant and is rotated then; its successor works too', async () => {
    const granted = await aGrant()
    const refresh = await aRefresh(granted)
    const outcome = await beganWhile(RELEASE, [granted.grantId], () => refresh())
    expect(outcome.status).toBe('fulfilled')
    if (outcome.status === 'fulfilled') expect(await refresh(outcome.value.refresh_token)).toMatchObject({ scope: 'openid offline_access' })
  })
})
