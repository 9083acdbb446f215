import { type FactorDemand, judgeFactorDemand } from '#lib/companies/judge-factor-demand'
import type { StaffRole } from '#lib/companies/permissions'
import { sql, statement } from '#lib/core/db'
import { shardOfHash } from '#lib/core/shard'

declare const read: unique symbol

/**
 * A member of staff who is logged in. Nothing else passes for one: only `readStaffSessionRow` makes it, from a row that lives.
 * @property companyId in whose name they act: their company, or its test environment while they are there
 * @property homeId the company they work for
 * @property demand what they owe before they may do anything; see `judgeFactorDemand`
 */
export type StaffSession = {
  readonly [read]: true
  hash: Buffer<ArrayBuffer>
  staffId: string
  companyId: string
  homeId: string
  role: StaffRole
  developersManageSecrets: boolean
  /** Whether they look at the test environment. */
  isInTest: boolean
  name: string
  companyName: string
  amr: string[]
  provenAgeSeconds: number
  demand: FactorDemand | null
}

// Waits for a change of who can get in that happens at this moment, and then sees its version.
const INSERT = statement<{ id_hash: Buffer }>(
  'insert_staff_session',
  `INSERT INTO staff_sessions (shard, id_hash, staff_id, created_at, last_seen_at, proven_at, expires_at, amr, device)
   SELECT m.shard, $1, m.id, clock_timestamp(), clock_timestamp(), clock_timestamp(), clock_timestamp() + make_interval(secs => $3), $5, $6
   FROM staff_members m JOIN companies c ON c.id = m.company_id AND c.suspended_at IS NULL
   WHERE m.shard = $7 AND m.id = $2 AND m.access_version = coalesce($4, m.access_version) FOR SHARE OF m
   RETURNING id_hash`,
)

type Row = {
  staff_id: string
  company_id: string
  home_id: string
  role: StaffRole
  developers_manage_secrets: boolean
  name: string
  company_name: string
  amr: string[]
  proven_age_seconds: number
  is_required: boolean
  has_factor: boolean
}

// The idle limit slides, at most one write in five minutes, and never past the absolute limit.
const READ = statement<Row>(
  'read_staff_session',
  `WITH live AS (
     SELECT * FROM staff_sessions WHERE shard = $5 AND id_hash = $1 AND expires_at > clock_timestamp()
   ), touched AS (
     UPDATE staff_sessions s SET last_seen_at = clock_timestamp(),
       expires_at = least(clock_timestamp() + make_interval(secs => $2), s.created_at + make_interval(secs => $3))
     FROM live WHERE s.shard = live.shard AND s.id_hash = live.id_hash AND live.last_seen_at < clock_timestamp() - interval '5 minutes'
   )
   SELECT m.id AS staff_id, coalesce(test.id, m.company_id) AS company_id, m.company_id AS home_id, m.role, m.name, c.name AS company_name, live.amr,
     extract(epoch FROM clock_timestamp() - live.proven_at)::float8 AS proven_age_seconds, c.requires_second_factor AS is_required, c.developers_manage_secrets,
     EXISTS (SELECT FROM staff_totps t WHERE t.shard = m.shard AND t.staff_id = m.id AND t.confirmed_at IS NOT NULL)
       OR EXISTS (SELECT FROM staff_passkeys p WHERE p.shard = m.shard AND p.staff_id = m.id) AS has_factor
   FROM live JOIN staff_members m ON m.shard = live.shard AND m.id = live.staff_id JOIN companies c ON c.id = m.company_id AND c.suspended_at IS NULL
     LEFT JOIN companies test ON test.test_of_id = m.company_id AND $4`,
)

const DELETE = statement<object>('delete_staff_session', `DELETE FROM staff_sessions WHERE shard = $2 AND id_hash = $1`)

/** @property accessVersion under which the member proved who they are; null when nobody had to */
export type NewStaffSession = { staffId: string; idleSeconds: number; accessVersion?: number | null; amr?: string[]; device?: string | null }

/** @returns false when who can get in has changed since, or the company is suspended */
export async function insertStaffSession(
  hash: Buffer,
  { staffId, idleSeconds, accessVersion = null, amr = ['pwd'], device = null }: NewStaffSession,
): Promise<boolean> {
  return (await sql.query(INSERT, [hash, staffId, idleSeconds, accessVersion, amr, device, shardOfHash(hash)])).length === 1
}

/** @param isInTest whether they are in the test environment, if there is one */
export async function readStaffSessionRow(
  hash: Buffer<ArrayBuffer>,
  idleSeconds: number,
  absoluteSeconds: number,
  isInTest = false,
): Promise<StaffSession | null> {
  const [row] = await sql.query(READ, [hash, idleSeconds, absoluteSeconds, isInTest, shardOfHash(hash)])
  if (!row) return null
  const { staff_id: staffId, company_id: companyId, home_id: homeId, company_name: companyName, role, name, amr } = row
  const demand = judgeFactorDemand({ isRequired: row.is_required, amr, hasFactor: row.has_factor })
  const session: Omit<StaffSession, typeof read> = {
    hash,
    staffId,
    companyId,
    homeId,
    role,
    developersManageSecrets: row.developers_manage_secrets,
    isInTest: companyId !== homeId,
    name,
    companyName,
    amr,
    provenAgeSeconds: row.proven_age_seconds,
    demand,
  }
  return session as StaffSession
}

export const deleteStaffSession = (hash: Buffer) => sql.query(DELETE, [hash, shardOfHash(hash)])
