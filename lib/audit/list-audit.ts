import type { AuditPlace } from './place'
import { type AuditFilter, type AuditRow, findAuditActors, findAuditEvents } from './read-store'
import type { AuditFields } from './sealed-fields'

const PAGE = 50

/** One line of the log: who did what to which thing, and what it was before and after. */
export type AuditLine = {
  id: string
  at: Date
  actor: { kind: string; id: string | null; name: string | null }
  action: string
  target: { kind: string; id: string; name: string | null }
  place: AuditPlace | null
  changes: { field: string; before: AuditFields[string] | undefined; after: AuditFields[string] | undefined }[]
}

export function toLine(row: AuditRow): AuditLine {
  const { before = {}, after = {} } = row.detail
  const fields = [...new Set([...Object.keys(before), ...Object.keys(after)])]
  return {
    id: row.id,
    at: row.created_at,
    actor: { kind: row.actor_kind, id: row.actor_id, name: row.actor_name },
    action: row.action,
    target: { kind: row.target_kind, id: row.target_id, name: row.target_name },
    place: row.place,
    changes: fields.map((field) => ({ field, before: before[field], after: after[field] })),
  }
}

const isLineId = (text: string | undefined): text is string => text !== undefined && /^\d{1,18}$/.test(text)

/** A page of a company's log, newest first. @param before `next` of the page before */
export async function listAudit(companyId: string, filter: AuditFilter, before: string | undefined) {
  const [rows, actors] = await Promise.all([
    findAuditEvents(companyId, filter, isLineId(before) ? before : null, PAGE + 1),
    findAuditActors(companyId),
  ])
  const shown = rows.slice(0, PAGE)
  return {
    lines: shown.map(toLine),
    next: rows.length > PAGE ? (shown.at(-1)?.id ?? null) : null,
    actors: actors.map(({ actor_kind, actor_id, actor_name }) => ({ kind: actor_kind, id: actor_id, name: actor_name })),
  }
}
