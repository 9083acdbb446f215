import type { Realm } from './realm'

/**
 * The tables of each realm's accounts. They hold the same columns under the same names, except for what is named here: the
 * one that says whose a row is, and since when a session has been open.
 */
export const TABLES = {
  person: {
    accounts: 'users',
    owner: 'user_id',
    addresses: 'email_directory',
    sessions: 'user_sessions',
    since: 'auth_time',
    links: 'mail_links',
    pendingLogIns: 'pending_log_ins',
    challenges: 'passkey_challenges',
    browsers: 'known_devices',
    totps: 'totps',
    recoveryCodes: 'recovery_codes',
    passkeys: 'passkeys',
  },
  staff: {
    accounts: 'staff_members',
    owner: 'staff_id',
    addresses: 'staff_directory',
    sessions: 'staff_sessions',
    since: 'created_at',
    links: 'staff_tokens',
    pendingLogIns: 'staff_pending_log_ins',
    challenges: 'staff_passkey_challenges',
    browsers: 'staff_devices',
    totps: 'staff_totps',
    recoveryCodes: 'staff_recovery_codes',
    passkeys: 'staff_passkeys',
  },
} as const satisfies Record<Realm, Record<string, string>>

type Tables = (typeof TABLES)[Realm]

/** One thing for each realm, such as a statement about its tables. */
export const byRealm = <Made>(make: (tables: Tables, realm: Realm) => Made): Record<Realm, Made> => ({
  person: make(TABLES.person, 'person'),
  staff: make(TABLES.staff, 'staff'),
})
