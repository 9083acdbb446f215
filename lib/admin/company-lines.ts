import type { DecidedCompany, DecisionOutcome } from '#lib/companies/verification/decide-verification'
import { printable, Refusal } from './command'

export const utcMinute = (date: Date) => date.toISOString().slice(0, 16).replace('T', ' ')

/** What a decision was made on, so that the operator sees it. */
const companyLines = (company: DecidedCompany) =>
  [
    ['Name', company.name],
    ['Legal name', company.legalName],
    ['Registration number', company.registrationNumber],
    ['Country', company.country],
    ['Website', company.website],
  ].map(([label, value]) => `  ${label?.padEnd(20)} ${printable(value ?? '-')}`)

const WHY_NOT = {
  unverified: 'it has not submitted its details',
  pending: 'it is waiting for an answer',
  verified: 'it is verified already',
  rejected: 'it was rejected and has not submitted its details again',
} as const

/** @throws Refusal when there was nothing to decide */
export function reportDecision(id: string, outcome: DecisionOutcome, done: string): string[] {
  if (outcome.kind === 'unknown') throw new Refusal(`There is no company ${printable(id)}: \`company list\` shows all of them.`)
  if (outcome.kind === 'wrong_state') throw new Refusal(`Nothing was changed: ${WHY_NOT[outcome.status]} (${outcome.status}).`)
  return [done, ...companyLines(outcome.company)]
}
