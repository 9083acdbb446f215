import { rfc3339 } from '#lib/core/time'
import type { Assurance } from '#lib/users/assurance'
import type { State } from '../lifecycle'
import { type Checks, codeForCompany, type FieldName, type Status } from '../schema'
import type { VerificationOfApp } from '../store/verifications'

/** A session as every answer shows it. @param sub the person's pseudonym at the app, if they have a consent there */
export function presentVerification(session: VerificationOfApp, sub: string | null) {
  const { status, failureCode } = session
  const hasFailed = status === 'retry_required' || status === 'failed'
  return {
    id: session.id,
    status: statusOf(status),
    url_expires_at: rfc3339(session.expiresAt),
    fields: session.fields as FieldName[],
    min_assurance: session.minAssurance,
    client_id: session.app.clientId,
    sub,
    reference: session.reference,
    attempts: { used: session.attemptsUsed, max: session.maxAttempts },
    result: status === 'verified' ? presentResult(session) : null,
    failure: hasFailed && failureCode ? { code: codeForCompany(failureCode), retryable: status === 'retry_required' } : null,
    material: { status: session.materialStatus, deleted_at: session.materialDeletedAt && rfc3339(session.materialDeletedAt) },
    created_at: rfc3339(session.createdAt),
    expires_at: rfc3339(session.expiresAt),
  }
}

/** Until the person confirms, a reading is still being processed for everybody else. */
export const statusOf = (state: State): Status => (state === 'reviewing' ? 'processing' : state)

/** Every field the same word, so that the result of a minor has the shape of everybody's. */
const presentResult = ({ fields, assurance, checks, verifiedAt }: VerificationOfApp) => ({
  outcome: 'verified' as const,
  fields: Object.fromEntries(fields.map((name) => [name, 'verified' as const])) as Partial<Record<FieldName, 'verified'>>,
  assurance: assurance as Assurance,
  checks: checks as Checks,
  verified_at: rfc3339(verifiedAt as Date),
})
