import { aGrant } from '../fixtures/grants'
import { startOwnServer } from '../fixtures/own-server'
import { expect, test } from '../fixtures/test'
import { exchange, logInWithoutPages, refresh, silentCode, tokensWithConsent } from '../fixtures/visitor'

test('the log line of a refused request says why, and one of a granted request says nothing of it', async () => {
  const server = await startOwnServer({ LOG_LEVEL: 'info' })
  const { app, person } = await aGrant()
  const visitor = await logInWithoutPages(person)
  const { refresh_token = '' } = await tokensWithConsent(server.url, app, visitor, 'openid offline_access')
  const { code, verifier } = await silentCode(server.url, app, visitor)
  await exchange(server.url, app, code, verifier)
  await exchange(server.url, app, code, verifier)
  const refused = await refresh(server.url, app, refresh_token)
  expect((await refused.json()).error_description).toBe('the refresh token is unknown, expired or was withdrawn')
  await server.stop()
  const lines = server
    .log()
    .split('\n')
    .filter((line) => line.includes('"/oauth2/token"'))
  const said = lines.map((line) => JSON.parse(line) as { status: number; reason?: string })
  expect(said.map(({ status, reason }) => [status, reason])).toEqual([
    [200, undefined],
    [200, undefined],
    [400, 'code_replayed'],
    [400, 'grant_deleted_by_replay'],
  ])
})
