import { withDatabase } from '#lib/core/db'
import { findActivity } from './store'

const PAGE = 25

/** A page of the person's history, newest first. */
export async function listActivity(userId: string, before: string | undefined) {
  const from = before !== undefined && /^\d{1,18}$/.test(before) ? BigInt(before) : undefined
  const rows = await withDatabase((db) => findActivity(db, userId, PAGE + 1, from))
  const shown = rows.slice(0, PAGE)
  const scopesOf = (detail: unknown): string[] => {
    const scopes = (detail as { scopes?: unknown } | null)?.scopes
    return Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : []
  }
  return {
    events: shown.map(({ id, action, detail, createdAt, app }) => ({
      id: String(id),
      action,
      scopes: scopesOf(detail),
      at: createdAt,
      appName: app?.name ?? null,
    })),
    next: rows.length > PAGE ? String(shown.at(-1)?.id) : null,
  }
}
