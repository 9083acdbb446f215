import { afterAll, expect, it } from 'vitest'
import { apartFromTransaction, closeDatabase, transaction } from '#lib/core/db'
import { secretHashes } from '#lib/core/secret-token'
import { shardOfHash } from '#lib/core/shard'
import { aGrant, anExchange } from '../../../e2e/fixtures/grants'
import { readUserinfo } from '../userinfo/read-userinfo'
import { revokeToken } from './revoke-token'

afterAll(closeDatabase)

async function anAccessToken() {
  const granted = await aGrant()
  const { access_token: token } = await (await anExchange(granted))()
  return { client: granted.client, token }
}

const isAlive = (token: string) =>
  readUserinfo(token).then(
    () => true,
    () => false,
  )

it('revokes the tokens of several clients that ask at once, and none for a client it does not belong to', async () => {
  const [one, other, third] = [await anAccessToken(), await anAccessToken(), await anAccessToken()]
  await Promise.all([revokeToken(one.client, one.token), revokeToken(other.client, other.token), revokeToken(one.client, third.token)])
  expect(await Promise.all([one, other, third].map(({ token }) => isAlive(token)))).toEqual([false, false, true])
})

it('answers only when a token that somebody else held is gone, and lets no other client wait for it', async () => {
  const [held, free] = [await anAccessToken(), await anAccessToken()]
  const [hash] = secretHashes('sga', held.token)
  let isRevoked = false
  let waiting: Promise<void> | undefined
  await transaction(async (tx) => {
    await tx.$queryRaw`SELECT 1 FROM access_tokens WHERE shard = ${shardOfHash(hash as Buffer)} AND token_hash = ${hash} FOR UPDATE`
    waiting = apartFromTransaction(() => revokeToken(held.client, held.token)).then(() => {
      isRevoked = true
    })
    await apartFromTransaction(() => revokeToken(free.client, free.token))
    expect([isRevoked, await isAlive(free.token), await isAlive(held.token)]).toEqual([false, false, true])
  })
  await waiting
  expect(await isAlive(held.token)).toBe(false)
})
