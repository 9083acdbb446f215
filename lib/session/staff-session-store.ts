import type { StaffRole } from '#lib/companies/permissions'
import { sql, statement } from '#lib/core/db'

/** A member of staff who is logged in. */
export type StaffSession = { hash: Buffer<ArrayBuffer>; staffId: string; companyId: string; role: StaffRole; name: string; companyName: string }

// Waits for a change of who can get in that happens at this moment, and then sees its version.
const INSERT = statement<{ id_hash: Buffer }>(
  'insert_staff_session',
  `INSERT INTO staff_sessions (id_hash, staff_id, expires_at)
   SELECT $1, m.id, clock_timestamp() + make_interval(secs => $3) FROM staff_members m
   WHERE m.id = $2 AND m.access_version = coalesce($4, m.access_version) FOR SHARE OF m
   RETURNING id_hash`,
)

// The idle limit slides, at most one write in five minutes, and never past the absolute limit.
const READ = statement<{ staff_id: string; company_id: string; role: StaffRole; name: string; company_name: string }>(
  'read_staff_session',
  `WITH live AS (
     SELECT * FROM staff_sessions WHERE id_hash = $1 AND expires_at > clock_timestamp()
   ), touched AS (
     UPDATE staff_sessions s SET last_seen_at = clock_timestamp(),
       expires_at = least(clock_timestamp() + make_interval(secs => $2), s.created_at + make_interval(secs => $3))
     FROM live WHERE s.id_hash = live.id_hash AND live.last_seen_at < clock_timestamp() - interval '5 minutes'
   )
   SELECT m.id AS staff_id, m.company_id, m.role, m.name, c.name AS company_name
   FROM live JOIN staff_members m ON m.id = live.staff_id JOIN companies c ON c.id = m.company_id`,
)

const DELETE = statement<object>('delete_staff_session', `DELETE FROM staff_sessions WHERE id_hash = $1`)

/**
 * @param accessVersion under which the member proved who they are; null when nobody had to
 * @returns false when who can get in has changed since
 */
export async function insertStaffSession(hash: Buffer, staffId: string, idleSeconds: number, accessVersion: number | null = null): Promise<boolean> {
  return (await sql.query(INSERT, [hash, staffId, idleSeconds, accessVersion])).length === 1
}

export async function readStaffSessionRow(hash: Buffer<ArrayBuffer>, idleSeconds: number, absoluteSeconds: number): Promise<StaffSession | null> {
  const [row] = await sql.query(READ, [hash, idleSeconds, absoluteSeconds])
  return row ? { hash, staffId: row.staff_id, companyId: row.company_id, role: row.role, name: row.name, companyName: row.company_name } : null
}

export const deleteStaffSession = (hash: Buffer) => sql.query(DELETE, [hash])
