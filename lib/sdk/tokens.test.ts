import { afterAll, beforeEach, describe, expect, it } from 'vitest'
import { apartFromTransaction, closeDatabase, sql, statement, transaction } from '#lib/core/db'
import { exchangeCode } from '#lib/oauth/token/exchange-code'
import { readUserinfo } from '#lib/oauth/userinfo/read-userinfo'
import { aCode, aGrant, type Granted } from '../../e2e/fixtures/grants'
import { AccessEnded, SignetError } from './errors'
import type { Lock } from './lock'
import { inProcess } from './testing/in-process'
import { AccessTokens, type Tokens } from './tokens'

afterAll(closeDatabase)

const issuer = 'http://localhost:3000'

const TAKE = statement<object>('test_take_lock', 'SELECT pg_advisory_xact_lock(hashtextextended($1, 0))')

/** A lock among processes: that of the database. */
const databaseLock: Lock = (name, work) =>
  transaction(async () => {
    await sql.query(TAKE, [name])
    return apartFromTransaction(work)
  })

let granted: Granted
let kept: Map<string, Tokens>
beforeEach(async () => {
  granted = await aGrant()
  const { code, verifier } = await aCode(granted.grantId, ['openid', 'email', 'offline_access'])
  const tokens = await exchangeCode(granted.client, code, { redirectUri: 'https://a.example/cb', codeVerifier: verifier })
  kept = new Map([['ada', { accessToken: tokens.access_token, refreshToken: String(tokens.refresh_token), expiresAt: 0 }]])
})

const store = {
  read: async (person: string) => kept.get(person) ?? null,
  write: async (person: string, tokens: Tokens) => void kept.set(person, tokens),
  remove: async (person: string) => void kept.delete(person),
}

/** One process with the package. */
function aProcess(fetched: typeof fetch, lock?: Lock) {
  const { clientId, clientSecret } = granted.client
  return new AccessTokens({ issuer, clientId, clientSecret: String(clientSecret), store, lock, fetch: fetched })
}

describe('access tokens', () => {
  it('are refreshed once when many ask at the same time, in one process and in several', async () => {
    const { asked, fetch } = inProcess()
    const processes = [aProcess(fetch, databaseLock), aProcess(fetch, databaseLock)]
    const given = await Promise.all([0, 1, 0, 1, 0, 1].map((which) => processes[which]?.get('ada')))
    expect(new Set(given).size).toBe(1)
    expect(asked).toEqual(['POST /oauth2/token'])
    expect(await readUserinfo(String(given[0]))).toHaveProperty('sub')
  })

  it('are not refreshed while they are good', async () => {
    const { asked, fetch } = inProcess()
    kept.set('ada', { ...(kept.get('ada') as Tokens), expiresAt: Date.now() + 3_000_000 })
    await aProcess(fetch).get('ada')
    expect(asked).toEqual([])
  })

  it('end when the person withdraws, and nothing is kept', async () => {
    const { fetch } = inProcess()
    await sql.query(statement<object>('test_end_grant', 'DELETE FROM grants WHERE id = $1'), [granted.grantId])
    await expect(aProcess(fetch).get('ada')).rejects.toBeInstanceOf(AccessEnded)
    expect(kept.size).toBe(0)
  })

  it('are given up when the answer was lost: sent again they would look stolen', async () => {
    const { asked, fetch } = inProcess()
    const lost = (async (...given: Parameters<typeof fetch>) => {
      await fetch(...given)
      throw new TypeError('fetch failed', { cause: { code: 'ECONNRESET' } })
    }) as typeof globalThis.fetch
    await expect(aProcess(lost).get('ada')).rejects.toBeInstanceOf(AccessEnded)
    await expect(aProcess(fetch).get('ada')).rejects.toBeInstanceOf(AccessEnded)
    expect(asked).toHaveLength(1)
    expect(kept.size).toBe(0)
  })

  it('are kept when the request never left, and when Signet is busy', async () => {
    const away = (async () => Promise.reject(new TypeError('fetch failed', { cause: { code: 'ECONNREFUSED' } }))) as unknown as typeof fetch
    await expect(aProcess(away).get('ada')).rejects.toBeInstanceOf(SignetError)
    const busy = (async () => Response.json({ error: 'temporarily_unavailable' }, { status: 503 })) as unknown as typeof fetch
    await expect(aProcess(busy).get('ada')).rejects.toMatchObject({ code: 'temporarily_unavailable' })
    expect(await aProcess(inProcess().fetch).get('ada')).toMatch(/^sga_/)
  })
})
