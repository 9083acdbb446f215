import type { SuspensionOutcome } from '#lib/apps/suspend-app'
import { singleLine } from '#lib/core/outside-text'
import { printable, Refusal, WrongUse } from './command'

const MAX_REASON = 500

/** @throws WrongUse */
export function readReason(given: string | undefined): string {
  const reason = singleLine(MAX_REASON).safeParse(given)
  if (!reason.success) throw new WrongUse(`--reason is required: one line of at most ${MAX_REASON} characters, which the company reads.`)
  return reason.data
}

/** @throws Refusal when there was nothing to change */
export function reportSuspension(kind: 'company' | 'app', id: string, outcome: SuspensionOutcome, done: string, asItWas: string): string[] {
  if (outcome.kind === 'unknown') throw new Refusal(`There is no ${kind} ${printable(id)}.`)
  if (outcome.kind === 'as_it_was') throw new Refusal(`Nothing was changed: ${asItWas}.`)
  return [`${printable(outcome.name)}: ${done}`]
}
