import { sql, statement } from '#lib/core/db'
import type { ExportedRow } from './ocsf'

const EXPORT = statement<ExportedRow>(
  'export_audit_events',
  `SELECT id::text, position::text, created_at, company_id, actor_kind, actor_id, action, target_kind, target_id, place_sealed, detail
   FROM audit_events e WHERE e.position > $1 ORDER BY e.position LIMIT $2`,
)

/**
 * The log of all companies in its one order. Lines get their place after their transaction, so none comes later before one that
 * was taken.
 * @param after the place of the last line that was taken
 */
export const exportAudit = (after: string, take: number) => sql.query(EXPORT, [after, take])
