import { type Prisma, sql, statement } from '#lib/core/db'
import { shardOfCompany } from '#lib/core/shard'

const FIND = statement<{ months: number | null; oldest: Date | null }>(
  'find_audit_kept',
  `SELECT c.audit_kept_months AS months, (SELECT e.created_at FROM audit_events e WHERE e.shard = $2 AND e.company_id = c.id ORDER BY e.id LIMIT 1) AS oldest
   FROM companies c WHERE c.id = $1`,
)

/** For how long the log is kept, and when it begins. */
export const findAuditKept = async (companyId: string) => (await sql.query(FIND, [companyId, shardOfCompany(companyId)]))[0] ?? null

/** @returns what it was before; null when it is that already */
export async function setAuditKept(tx: Prisma, companyId: string, months: number | null): Promise<{ before: number | null } | null> {
  const [row] = await tx.$queryRaw<{ before: number | null }[]>`
    UPDATE companies c SET audit_kept_months = ${months} FROM (SELECT id, audit_kept_months FROM companies WHERE id = ${companyId} FOR UPDATE) old
    WHERE c.id = old.id AND old.audit_kept_months IS DISTINCT FROM ${months} RETURNING old.audit_kept_months AS before`
  return row ?? null
}
