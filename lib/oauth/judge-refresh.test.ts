import { describe, expect, it } from 'vitest'
import { judgeRefresh, type StoredRefreshToken } from './judge-refresh'
import type { Client } from './store/client'

const client = { id: 'app_1', clientType: 'confidential' } as Client
const token: StoredRefreshToken = { appId: 'app_1', isUsed: false, isExpired: false }
const SCOPES = ['openid', 'email', 'offline_access']
const judge = (change: Partial<StoredRefreshToken>, scopes = SCOPES, requested: string[] | null = null) =>
  judgeRefresh(client, { ...token, ...change }, scopes, requested)

describe('judgeRefresh', () => {
  it('accepts the current token with all of its scopes', () => expect(judge({})).toEqual({ kind: 'accept', accessScopes: SCOPES }))
  it('accepts a part of the scopes, in the order of the token', () =>
    expect(judge({}, SCOPES, ['email', 'openid'])).toEqual({ kind: 'accept', accessScopes: ['openid', 'email'] }))
  it.each([
    ['an expired token', judge({ isExpired: true })],
    ["another client's token", judge({ appId: 'app_2' })],
    ["another client's used token", judge({ appId: 'app_2', isUsed: true })],
    ['a token whose offline_access was taken away', judge({}, ['openid', 'email'])],
  ])('refuses %s with invalid_grant', (_, verdict) => expect(verdict).toMatchObject({ kind: 'refuse', code: 'invalid_grant' }))
  it('refuses more than was granted with invalid_scope', () =>
    expect(judge({}, SCOPES, ['openid', 'profile'])).toMatchObject({ kind: 'refuse', code: 'invalid_scope' }))
  it('refuses an empty scope with invalid_scope', () => expect(judge({}, SCOPES, [])).toMatchObject({ code: 'invalid_scope' }))
  it('judges a used token a replay, expired or not', () => {
    expect(judge({ isUsed: true }).kind).toBe('replay')
    expect(judge({ isUsed: true, isExpired: true }).kind).toBe('replay')
  })
})
