import { describe, expect, it } from 'vitest'
import { judgeFactorDemand } from './judge-factor-demand'

const session = { isRequired: true, amr: ['pwd'], hasFactor: false }

describe('where a company requires a second factor', () => {
  it('whoever has none is to make one', () => expect(judgeFactorDemand(session)).toBe('set_up'))
  it('whoever has one is to bring it, and cannot make another', () => expect(judgeFactorDemand({ ...session, hasFactor: true })).toBe('prove'))
  it('whoever logged in with one owes nothing', () =>
    expect(judgeFactorDemand({ ...session, amr: ['pwd', 'otp', 'mfa'], hasFactor: true })).toBeNull())
  it('a passkey is one', () => expect(judgeFactorDemand({ ...session, amr: ['hwk', 'user', 'mfa'], hasFactor: true })).toBeNull())
})

it('where it does not, a password is enough', () => {
  expect(judgeFactorDemand({ ...session, isRequired: false })).toBeNull()
  expect(judgeFactorDemand({ ...session, isRequired: false, hasFactor: true })).toBeNull()
})
