import type { AuditAction } from './actions'
import type { LineFields } from './line'
import { type AuditPlace, openPlace } from './place'
import type { AuditFields } from './sealed-fields'
import { isTry } from './tries'

/** A line of any company's log as the operator may read it: what was sealed stays sealed. */
export type ExportedRow = Omit<LineFields, 'actor_name' | 'target_name'> & {
  /** Its place in the one order of all companies' lines. */
  position: string
  company_id: string
  detail: { before?: AuditFields; after?: AuditFields }
}

const ACCOUNT_CHANGE = 3001
const AUTHENTICATION = 3002
const ENTITY_MANAGEMENT = 3004
/** Not among a class's own activities; the action itself says it. */
const OTHER = 99

const account = (activity: number) => [ACCOUNT_CHANGE, activity] as const
const log = (activity: number) => [AUTHENTICATION, activity] as const
const entity = (activity: number) => [ENTITY_MANAGEMENT, activity] as const
const [CREATE, READ, UPDATE, DELETE] = [entity(1), entity(2), entity(3), entity(4)]

/** @see https://schema.ocsf.io/1.3.0/classes/account_change, authentication, entity_management: class and activity */
const ACTIVITIES = {
  'company.created': CREATE,
  'company.updated': UPDATE,
  'company.submitted': UPDATE,
  'company.verified': UPDATE,
  'company.rejected': UPDATE,
  'company.sessions_ended': entity(OTHER),
  'company.suspended': UPDATE,
  'company.resumed': UPDATE,
  'company.factors_required': UPDATE,
  'company.factors_optional': UPDATE,
  'company.test_environment_opened': CREATE,
  'demo_person.created': CREATE,
  'demo_person.reset': UPDATE,
  'demo_person.removed': DELETE,
  'company.secrets_shared': UPDATE,
  'company.secrets_reserved': UPDATE,
  'member.invited': account(1),
  'member.invite_sent_again': account(OTHER),
  'member.invite_withdrawn': account(6),
  'member.joined': account(2),
  'member.role_changed': account(OTHER),
  'member.removed': account(6),
  'member.left': account(6),
  'member.factors_reset': account(11),
  'staff.confirmed': account(2),
  'staff.logged_in': log(1),
  'staff.log_in_failed': log(1),
  'staff.proof_failed': log(OTHER),
  'staff.password_changed': account(3),
  'staff.password_recovered': account(4),
  'staff.new_device': log(OTHER),
  'staff.session_ended': log(2),
  'staff.sessions_ended': log(2),
  'staff.passkey_added': account(10),
  'staff.passkey_removed': account(11),
  'staff.totp_enabled': account(10),
  'staff.totp_disabled': account(11),
  'staff.recovery_codes_made': account(10),
  'staff.recovery_code_used': log(OTHER),
  'staff.password_guessed': log(1),
  'staff.password_stopped': account(9),
  'staff.code_guessed': log(1),
  'staff.code_stopped': account(9),
  'api_key.created': CREATE,
  'api_key.updated': UPDATE,
  'api_key.refused': log(1),
  'api_key.invalidated': DELETE,
  'app.created': CREATE,
  'app.updated': UPDATE,
  'app.secret_rotated': UPDATE,
  'app.suspended': UPDATE,
  'app.resumed': UPDATE,
  'app.face_verified': UPDATE,
  'app.face_unverified': UPDATE,
  'webhook.created': CREATE,
  'webhook.updated': UPDATE,
  'webhook.deleted': DELETE,
  'webhook.secret_rotated': UPDATE,
  'webhook.disabled': UPDATE,
  'signal_stream.created': CREATE,
  'signal_stream.updated': UPDATE,
  'signal_stream.deleted': DELETE,
  'signal_stream.disabled': UPDATE,
  'verification.created': CREATE,
  'verification.retried': UPDATE,
  'verification.canceled': UPDATE,
  'verification.expired': UPDATE,
  'verification.read': READ,
  'verification.verified': UPDATE,
  'verification.retry_required': UPDATE,
  'verification.failed': UPDATE,
  'verification.material_deleted': DELETE,
  'verification.downloaded': READ,
  'audit.downloaded': READ,
  'audit.kept': UPDATE,
} satisfies Record<AuditAction, readonly [number, number]>

/** One line that somebody altered does not keep the others from being told. */
function placeOf({ company_id, place_sealed }: ExportedRow): AuditPlace | 'unreadable' | null {
  try {
    return openPlace(company_id, place_sealed)
  } catch {
    return 'unreadable'
  }
}

/**
 * One event of the Open Cybersecurity Schema Framework, 1.3. Actors and targets are ids; no name, and no address: those are sealed. The network and
 * the software stand beside what the schema has, since it knows neither without an address.
 * @see https://schema.ocsf.io/1.3.0/
 */
export function toOcsf(row: ExportedRow) {
  const [classUid, activity] = ACTIVITIES[row.action as AuditAction] ?? entity(OTHER)
  const hasFailed = isTry(row.action) || row.action === 'api_key.refused'
  const who = { uid: row.actor_id ?? row.actor_kind, type: row.actor_kind }
  const target = { uid: row.target_id, type: row.target_kind }
  return {
    metadata: {
      version: '1.3.0',
      uid: row.id,
      sequence: Number(row.position),
      log_name: 'audit',
      event_code: row.action,
      product: { name: 'Signet', vendor_name: 'Signet' },
    },
    time: row.created_at.getTime(),
    category_uid: 3,
    class_uid: classUid,
    activity_id: activity,
    type_uid: classUid * 100 + activity,
    severity_id: hasFailed ? 3 : 1,
    status_id: hasFailed ? 2 : 1,
    actor: { user: who },
    ...(classUid === ENTITY_MANAGEMENT ? { entity: target } : { user: { ...target, org: { uid: row.company_id } } }),
    unmapped: { company: row.company_id, place: placeOf(row), ...row.detail },
  }
}
