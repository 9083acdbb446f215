/**
 * Everything the audit log can tell of; each has its words in `audit.actions` of every language. The part before the
 * dot is what it is about.
 */
export const AUDIT_ACTIONS = [
  'company.created',
  'company.updated',
  'company.submitted',
  'company.verified',
  'company.rejected',
  'company.sessions_ended',
  'member.invited',
  'member.invite_sent_again',
  'member.invite_withdrawn',
  'member.joined',
  'member.role_changed',
  'member.removed',
  'member.left',
  'staff.confirmed',
  'staff.logged_in',
  'staff.password_changed',
  'staff.password_recovered',
  'staff.sessions_ended',
  'staff.password_guessed',
  'staff.password_stopped',
  'api_key.created',
  'api_key.invalidated',
  'app.created',
  'app.updated',
  'app.secret_rotated',
  'verification.created',
  'verification.retried',
  'verification.canceled',
  'verification.expired',
  'verification.read',
  'verification.verified',
  'verification.retry_required',
  'verification.failed',
  'verification.material_deleted',
] as const

export type AuditAction = (typeof AUDIT_ACTIONS)[number]

export const isAuditAction = (text: string): text is AuditAction => (AUDIT_ACTIONS as readonly string[]).includes(text)
