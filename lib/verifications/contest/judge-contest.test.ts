import { expect, it } from 'vitest'
import type { CameraChecks } from '../schema'
import { judgeContest } from './judge-contest'

const checks = (face: CameraChecks['face_match']): CameraChecks => ({
  mrz_check_digits: 'pass',
  expiry: 'pass',
  viz_consistency: 'pass',
  face_match: face,
})
const [photo, face] = [checks('not_requested'), checks('pass')]

it.each([
  ['never showed a face', { checks: photo, isDecided: false }, 'suspended'],
  ['is known by nothing', { checks: null, isDecided: false }, 'suspended'],
  ['showed a face, too', { checks: face, isDecided: false }, 'even'],
  ['kept it once by decision', { checks: photo, isDecided: true }, 'even'],
] as const)('a contest against an account that %s', (_, holder, state) => {
  expect(judgeContest({ holder, isOpen: false, hasLost: false })).toEqual({ kind: 'open', state })
})

it('is refused while another one waits, and for whoever lost one about this document', () => {
  const holder = { checks: photo, isDecided: false }
  expect(judgeContest({ holder, isOpen: true, hasLost: false })).toEqual({ kind: 'refuse', code: 'contest_waiting' })
  for (const isOpen of [true, false]) expect(judgeContest({ holder, isOpen, hasLost: true })).toEqual({ kind: 'refuse', code: 'contest_decided' })
})
