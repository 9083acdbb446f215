import { describe, expect, it } from 'vitest'
import type { Client } from '../client/store'
import { judgeRefresh, type StoredRefreshToken } from './judge-refresh'

const client = { id: 'app_1', clientType: 'confidential' } as Client
const token: StoredRefreshToken = { appId: 'app_1', isUsed: false, isExpired: false }
const SCOPES = ['openid', 'email', 'offline_access']
const judge = (change: Partial<StoredRefreshToken>, scopes = SCOPES, requested: string[] | null = null) =>
  judgeRefresh(client, { ...token, ...change }, scopes, requested)

describe('judgeRefresh', () => {
  it('accepts the current token with all of its scopes', () =>
    expect(judge({})).toEqual({ kind: 'accept', accessScopes: SCOPES, refreshScopes: SCOPES }))
  it('accepts a part of the scopes, in the order of the token', () =>
    expect(judge({}, SCOPES, ['email', 'openid'])).toEqual({ kind: 'accept', accessScopes: ['openid', 'email'], refreshScopes: SCOPES }))
  it.each([
    ['an expired token', judge({ isExpired: true }), 'refresh_token_expired'],
    ["another client's token", judge({ appId: 'app_2' }), 'refresh_token_foreign'],
    ["another client's used token", judge({ appId: 'app_2', isUsed: true }), 'refresh_token_foreign'],
    ['a token whose offline_access was taken away', judge({}, ['openid', 'email']), 'offline_access_lost'],
  ])('refuses %s', (_, verdict, reason) => expect(verdict).toMatchObject({ kind: 'refuse', reason }))
  it('refuses more than was granted', () =>
    expect(judge({}, SCOPES, ['openid', 'profile'])).toMatchObject({ kind: 'refuse', reason: 'scope_beyond_grant' }))
  it('refuses an empty scope', () => expect(judge({}, SCOPES, [])).toMatchObject({ reason: 'scope_beyond_grant' }))
  it('judges a used token a replay, expired or not', () => {
    expect(judge({ isUsed: true }).kind).toBe('replay')
    expect(judge({ isUsed: true, isExpired: true }).kind).toBe('replay')
  })
})
