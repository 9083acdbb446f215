import { type Checks, hasFace } from '../schema'
import type { ContestState } from './lifecycle'

/** What is known about the account that has the document. */
export type Holder = { checks: Checks | null; isDecided: boolean }

export type ContestVerdict = { kind: 'open'; state: ContestState } | { kind: 'refuse'; code: 'contest_waiting' | 'contest_decided' }

/**
 * Whether somebody who showed a document with their face may contest it, and what that does to the account that has it.
 * A photograph of a document gives way to a face at once. A face, or a decision, gives way to nothing but a decision:
 * otherwise a stolen document would be a means to switch its owner off.
 */
export function judgeContest({ holder, isOpen, hasLost }: { holder: Holder; isOpen: boolean; hasLost: boolean }): ContestVerdict {
  if (hasLost) return { kind: 'refuse', code: 'contest_decided' }
  if (isOpen) return { kind: 'refuse', code: 'contest_waiting' }
  const isStrong = holder.isDecided || hasFace(holder.checks)
  return { kind: 'open', state: isStrong ? 'even' : 'suspended' }
}
