import { shardOf, shardOfHash } from '#lib/core/shard'
import type { Owner, Realm } from './realm'

/**
 * The tables of each realm's accounts. They hold the same columns under the same names, except for what is named here: the
 * one that says whose a row is, and since when a session has been open.
 */
export const TABLES = {
  person: {
    accounts: 'users',
    owner: 'user_id',
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

/** Condition on a row of a person, who has a shard; staff are alike everywhere. @param nth of the parameter, the last one @param of its name in the statement */
export const at = (realm: Realm, nth: number, of = '') => (realm === 'person' ? `${of}${of && '.'}shard = $${nth} AND ` : '')

/** The same where the row is found by a secret, whose hash says where. */
export const placedHash = (realm: Realm, hash: Buffer): unknown[] => (realm === 'person' ? [hash, shardOfHash(hash)] : [hash])

/** What an insert into a table of a person names first, and its value, the last parameter; nothing for staff. */
export const into = (realm: Realm, nth: number) =>
  realm === 'person' ? { column: 'shard, ', value: `$${nth}::smallint, ` } : { column: '', value: '' }

/** The values of a statement with the shard that `at` asks for behind them. */
export const placed = ({ realm, id }: Owner, ...values: unknown[]): unknown[] => (realm === 'person' ? [...values, shardOf(id)] : values)

/** One thing for each realm, such as a statement about its tables. */
export const byRealm = <Made>(make: (tables: Tables, realm: Realm) => Made): Record<Realm, Made> => ({
  person: make(TABLES.person, 'person'),
  staff: make(TABLES.staff, 'staff'),
})
