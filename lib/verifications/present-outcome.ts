import { rfc3339 } from '#lib/core/time'
import type { Assurance } from '#lib/users/assurance'
import type { VerificationSession } from '#prisma/generated/client'
import type { State } from './lifecycle'
import { type Checks, codeForCompany, type FieldName, type Status } from './schema'

type Session = Pick<VerificationSession, 'status' | 'failureCode' | 'fields' | 'assurance' | 'checks' | 'verifiedAt'>

/** What a company learns of how a session ended, or of why another attempt is due. */
export function presentOutcome(session: Session) {
  const { status, failureCode } = session
  const hasFailed = status === 'retry_required' || status === 'failed'
  return {
    result: status === 'verified' ? presentResult(session) : null,
    failure: hasFailed && failureCode ? { code: codeForCompany(failureCode), retryable: status === 'retry_required' } : null,
  }
}

/** Until the person confirms, a reading is still being processed for everybody else. */
export const statusOf = (state: State): Status => (state === 'reviewing' ? 'processing' : state)

/** Every field the same word, so that the result of a minor has the shape of everybody's. */
const presentResult = ({ fields, assurance, checks, verifiedAt }: Session) => ({
  outcome: 'verified' as const,
  fields: Object.fromEntries(fields.map((name) => [name, 'verified' as const])) as Partial<Record<FieldName, 'verified'>>,
  assurance: assurance as Assurance,
  checks: checks as Checks,
  verified_at: rfc3339(verifiedAt as Date),
})
