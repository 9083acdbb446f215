import { expect, it } from 'vitest'
import { judgeCheckUp, type Keeping } from './judge-check-up'

const WELL: Keeping = {
  isMailboxInDoubt: false,
  hasPasskey: true,
  hasTotp: true,
  recoveryCodesLeft: 8,
  hasShortCodes: false,
  hasPersonDocument: true,
  idleSessions: 0,
}

it.each([
  ['nothing is asked of whoever has everything', {}, []],
  ['a mailbox in doubt comes before all else', { isMailboxInDoubt: true, hasPasskey: false, hasTotp: false }, ['mailbox', 'second_factor']],
  ['a passkey is a second factor of its own', { hasTotp: false, recoveryCodesLeft: 0 }, []],
  ['one-time codes alone: a passkey is better still', { hasPasskey: false }, ['passkey']],
  ['few recovery codes are too few', { recoveryCodesLeft: 2 }, ['recovery_codes']],
  ['short ones are made anew', { hasShortCodes: true }, ['recovery_codes']],
  ['a document is the way back when everything else is lost', { hasPersonDocument: false }, ['document']],
  ['browsers nobody uses are ended', { idleSessions: 2 }, ['idle_sessions']],
] as const)('%s', (_, keeping, steps) => {
  expect(judgeCheckUp({ ...WELL, ...keeping })).toEqual(steps)
})
