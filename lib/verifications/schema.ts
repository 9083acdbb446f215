/** What a company can ask for. Its answer is a verdict for each, never a value. */
export const FIELDS = [
  { name: 'given_name', description: 'First names, as in the document.', requires: ['document'] },
  { name: 'family_name', description: 'Last name, as in the document.', requires: ['document'] },
  { name: 'birthdate', description: 'Birth date, as in the document.', requires: ['document'] },
  {
    name: 'age_over_18',
    description: 'Whether the person is an adult can be determined; which it is stays with the person.',
    requires: ['document'],
  },
  { name: 'nationality', description: 'Nationality, as in the document.', requires: ['document'] },
  { name: 'document_number', description: 'Number of the document.', requires: ['document'] },
  { name: 'document_expiry', description: 'Last day on which the document is valid.', requires: ['document'] },
  { name: 'face_match', description: "The person's face is the one in the document.", requires: ['document', 'selfie'] },
] as const

export type FieldName = (typeof FIELDS)[number]['name']

export const FIELD_NAMES = FIELDS.map((field) => field.name)

/** Another picture or another document may cure these. Spec: States, failure codes */
export const RETRYABLE_FAILURES = [
  'document_unreadable',
  'image_too_small',
  'image_blurry',
  'glare',
  'document_cropped',
  'mrz_not_found',
  'mrz_check_failed',
  'viz_mismatch',
  'multiple_documents',
  'face_not_found',
  'face_mismatch',
  'liveness_failed',
  'document_type_not_supported',
  'document_expired',
  'page_not_found',
  'face_outside_document',
  'sides_do_not_match',
  'recaptured',
  'assurance_not_reached',
] as const

/** `not_possible` stands for whatever would tell a company of another account, document or person. */
export const FINAL_FAILURES = ['account_mismatch', 'not_possible', 'consent_declined', 'attempt_limit_exceeded'] as const

export const FAILURES = [...RETRYABLE_FAILURES, ...FINAL_FAILURES] as const

export type RetryableFailure = (typeof RETRYABLE_FAILURES)[number]
export type FinalFailure = (typeof FINAL_FAILURES)[number]

/**
 * How a session can end without success: what the person reads, and what a company is told in its place. Somebody who
 * declined what was read has the same word as somebody whose document has another account, or the word would tell it.
 */
const ENDINGS = {
  account_mismatch: 'account_mismatch',
  consent_declined: 'consent_declined',
  attempt_limit_exceeded: 'attempt_limit_exceeded',
  declined_after_reading: 'not_possible',
  document_already_linked: 'not_possible',
  document_suspended: 'not_possible',
  contest_opened: 'not_possible',
  contest_waiting: 'not_possible',
  contest_decided: 'not_possible',
} as const satisfies Record<string, FinalFailure>

export type Ending = keyof typeof ENDINGS

/** Why the document that was read cannot be confirmed. */
export type Obstacle = 'document_already_linked' | 'document_suspended'

/** The code that a company is told. */
export const codeForCompany = (code: string): (typeof FAILURES)[number] => (code in ENDINGS ? ENDINGS[code as Ending] : (code as RetryableFailure))

/** States as an answer shows them: a reading that waits for the person's word is still being processed. */
export const STATUSES = ['created', 'in_progress', 'processing', 'verified', 'retry_required', 'failed', 'expired', 'canceled'] as const

export type Status = (typeof STATUSES)[number]

/** Verdicts of what was shown, without any value. */
export type Checks = CameraChecks | WalletChecks

/** Of a document in front of a camera. */
export type CameraChecks = {
  mrz_check_digits: 'pass'
  expiry: 'pass'
  viz_consistency: 'pass' | 'fail' | 'unclear'
  face_match: 'pass' | 'not_requested'
}

/** Of a credential in a wallet: constant, for whatever passed any less was refused. */
export type WalletChecks = { issuer: 'pass'; holder: 'pass'; expiry: 'pass' }

export const WALLET_CHECKS: WalletChecks = { issuer: 'pass', holder: 'pass', expiry: 'pass' }

/** Whether a live face was shown with it. */
export const hasFace = (checks: Checks | null | undefined): boolean => !!checks && 'face_match' in checks && checks.face_match === 'pass'
