import { CSV_START, csvRecord } from '#lib/core/csv'
import { rfc3339 } from '#lib/core/time'
import { type AuditFilter, type AuditRow, findAuditEvents } from './read-store'

const BATCH = 500

const COLUMNS = ['time', 'actor_kind', 'actor_id', 'actor_name', 'action', 'target_kind', 'target_id', 'target_name', 'before', 'after']

const record = (row: AuditRow) =>
  csvRecord([
    rfc3339(row.created_at),
    row.actor_kind,
    row.actor_id ?? '',
    row.actor_name ?? '',
    row.action,
    row.target_kind,
    row.target_id,
    row.target_name ?? '',
    row.detail.before ? JSON.stringify(row.detail.before) : '',
    row.detail.after ? JSON.stringify(row.detail.after) : '',
  ])

/** The whole filtered log as CSV, newest first, a batch at a time: its length costs no memory. */
export async function* auditCsv(companyId: string, filter: AuditFilter): AsyncGenerator<string> {
  yield CSV_START + csvRecord(COLUMNS)
  let before: string | null = null
  for (;;) {
    const rows: AuditRow[] = await findAuditEvents(companyId, filter, before, BATCH)
    yield rows.map(record).join('')
    if (rows.length < BATCH) return
    before = rows.at(-1)?.id ?? null
  }
}
