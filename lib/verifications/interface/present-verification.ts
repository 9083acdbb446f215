import { rfc3339 } from '#lib/core/time'
import type { CredentialTypeName } from '#lib/wallet/catalogue'
import { presentOutcome, statusOf } from '../present-outcome'
import type { FieldName } from '../schema'
import type { VerificationOfApp } from '../store/verifications'

/** A session as every answer shows it. @param sub the person's pseudonym at the app, if they have a consent there */
export function presentVerification(session: VerificationOfApp, sub: string | null) {
  const { status } = session
  return {
    id: session.id,
    status: statusOf(status),
    url_expires_at: rfc3339(session.expiresAt),
    fields: session.fields as FieldName[],
    min_assurance: session.minAssurance,
    credential_types: session.credentialTypes as CredentialTypeName[],
    client_id: session.app.clientId,
    sub,
    reference: session.reference,
    attempts: { used: session.attemptsUsed, max: session.maxAttempts },
    ...presentOutcome(session),
    material: { status: session.materialStatus, deleted_at: session.materialDeletedAt && rfc3339(session.materialDeletedAt) },
    created_at: rfc3339(session.createdAt),
    expires_at: rfc3339(session.expiresAt),
  }
}
