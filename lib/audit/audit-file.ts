import { CSV_START, csvRecord } from '#lib/core/csv'
import { rfc3339 } from '#lib/core/time'
import { type AuditFilter, type AuditRow, findAuditEvents } from './read-store'

const BATCH = 500

const COLUMNS = [
  'time',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'target_kind',
  'target_id',
  'target_name',
  'network',
  'software',
  'before',
  'after',
  'digest',
] as const

type Fields = Record<(typeof COLUMNS)[number], unknown>

const fieldsOf = (row: AuditRow): Fields => ({
  time: rfc3339(row.created_at),
  actor_kind: row.actor_kind,
  actor_id: row.actor_id,
  actor_name: row.actor_name,
  action: row.action,
  target_kind: row.target_kind,
  target_id: row.target_id,
  target_name: row.target_name,
  network: row.place?.network ?? null,
  software: row.place?.software ?? null,
  before: row.detail.before,
  after: row.detail.after,
  digest: row.digest,
})

const cell = (value: unknown) => (typeof value === 'string' ? value : value ? JSON.stringify(value) : '')

type Format = { type: string; extension: string; start: string; record: (fields: Fields) => string }

/** A log as a file: for a spreadsheet, or a line of JSON for each. @see RFC 4180; https://jsonlines.org */
export const AUDIT_FORMATS = {
  csv: {
    type: 'text/csv; charset=utf-8; header=present',
    extension: 'csv',
    start: CSV_START + csvRecord([...COLUMNS]),
    record: (fields) => csvRecord(COLUMNS.map((name) => cell(fields[name]))),
  },
  jsonLines: { type: 'application/jsonl; charset=utf-8', extension: 'jsonl', start: '', record: (fields) => `${JSON.stringify(fields)}\n` },
} satisfies Record<string, Format>

/** The whole filtered log, newest first, a batch at a time: its length costs no memory. */
export async function* auditFile({ start, record }: Format, companyId: string, filter: AuditFilter): AsyncGenerator<string> {
  if (start) yield start
  let before: string | null = null
  for (;;) {
    const rows: AuditRow[] = await findAuditEvents(companyId, filter, before, BATCH)
    yield rows.map((row) => record(fieldsOf(row))).join('')
    if (rows.length < BATCH) return
    before = rows.at(-1)?.id ?? null
  }
}
