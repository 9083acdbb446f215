import { sql, statement } from '#lib/core/db'
import type { ExportedRow } from './ocsf'

const EXPORT = statement<ExportedRow>(
  'export_audit_events',
  `SELECT id::text, created_at, company_id, actor_kind, actor_id, action, target_kind, target_id, detail
   FROM audit_events WHERE id > $1 ORDER BY id LIMIT $2`,
)

/** The log of all companies, oldest first. @param after the id of the last line that was taken */
export const exportAudit = (after: string, take: number) => sql.query(EXPORT, [after, take])
