import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import type { Client } from '../client/store'
import { judgeExchange, type StoredCode } from './judge-exchange'

const VERIFIER = 'v'.repeat(43)
const client: Client = {
  id: 'app_1',
  clientId: 'cli_1',
  clientType: 'confidential',
  scopes: [],
  redirectUris: [],
  postLogoutRedirectUris: [],
  requireAuthTime: false,
  omitIssInErrors: false,
  isActive: true,
  environment: 'live',
  secretHash: null,
  idTokenAlg: 'RS256',
}
const code: StoredCode = {
  appId: 'app_1',
  redirectUri: 'https://a.example/cb',
  codeChallenge: createHash('sha256').update(VERIFIER).digest('base64url'),
  nonceSealed: null,
  scopes: ['openid'],
  isUsed: false,
  isExpired: false,
}
const request = { redirectUri: 'https://a.example/cb', codeVerifier: VERIFIER }
const judge = (change: Partial<StoredCode>, over: Partial<typeof request> = {}, as: Partial<Client> = {}, scopes = ['openid']) =>
  judgeExchange({ ...client, ...as }, { ...code, ...change }, scopes, { ...request, ...over })

describe('judgeExchange', () => {
  it('accepts a fresh code from its client with its address and verifier', () => {
    expect(judge({})).toEqual({ kind: 'accept', accessScopes: ['openid'], refreshScopes: null })
  })
  it.each([
    ['an expired code', judge({ isExpired: true })],
    ['another redirect URI', judge({}, { redirectUri: 'https://a.example/cb/' })],
    ['no redirect URI', judge({}, { redirectUri: undefined })],
    ['a wrong verifier', judge({}, { codeVerifier: 'w'.repeat(43) })],
    ['no verifier', judge({}, { codeVerifier: undefined })],
    ['a verifier without a challenge', judge({ codeChallenge: null })],
    ["another client's code", judge({ appId: 'app_2' })],
  ])('refuses %s', (_, verdict) => expect(verdict.kind).toBe('refuse'))

  it("refuses another client's used code before it is judged a replay", () => {
    expect(judge({ appId: 'app_2', isUsed: true }).kind).toBe('refuse')
  })
  it('judges a used code a replay, expired or not, whatever else is wrong', () => {
    expect(judge({ isUsed: true }).kind).toBe('replay')
    expect(judge({ isUsed: true, isExpired: true }, { codeVerifier: undefined, redirectUri: 'x' }).kind).toBe('replay')
  })
  it('gives a refresh token to confidential clients with offline_access only', () => {
    const offline = ['openid', 'offline_access']
    expect(judge({}, {}, {}, offline)).toMatchObject({ refreshScopes: offline })
    for (const clientType of ['public', 'spa', 'mobile', 'native'] as const) {
      expect(judge({}, {}, { clientType }, offline)).toMatchObject({ refreshScopes: null })
    }
  })
})
