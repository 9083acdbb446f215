/** What is known of how well an account is kept. */
export type Keeping = {
  isMailboxInDoubt: boolean
  hasPasskey: boolean
  hasTotp: boolean
  recoveryCodesLeft: number
  hasShortCodes: boolean
  /** Whether a document is verified with the face: it brings back an account whose other ways in are lost. */
  hasPersonDocument: boolean
  /** Browsers that are logged in and were not used for weeks. */
  idleSessions: number
}

export type CheckUpStep = 'mailbox' | 'second_factor' | 'recovery_codes' | 'passkey' | 'document' | 'idle_sessions'

/** Fewer than these may not last until the next look. */
const FEW_CODES = 3

/**
 * What to do next, what matters most first. Nothing that is in order is named, and nothing twice: a passkey is a second
 * factor of its own, so codes are not asked for beside it.
 */
export function judgeCheckUp(keeping: Keeping): CheckUpStep[] {
  const isShortOfCodes = keeping.hasTotp && (keeping.recoveryCodesLeft < FEW_CODES || keeping.hasShortCodes)
  const steps: [CheckUpStep, boolean][] = [
    ['mailbox', keeping.isMailboxInDoubt],
    ['second_factor', !keeping.hasTotp && !keeping.hasPasskey],
    ['recovery_codes', isShortOfCodes],
    ['passkey', !keeping.hasPasskey && keeping.hasTotp],
    ['document', !keeping.hasPersonDocument],
    ['idle_sessions', keeping.idleSessions > 0],
  ]
  return steps.flatMap(([step, isDue]) => (isDue ? [step] : []))
}
