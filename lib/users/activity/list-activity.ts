import { withDatabase } from '#lib/core/db'
import { ACTIVITY_KINDS, type ActivityKind } from './kinds'
import { findActivity } from './store'

const PAGE = 25

/** A page of the person's history, newest first. @param kind null: of everything */
export async function listActivity(userId: string, before: string | undefined, kind: ActivityKind | null = null) {
  const from = before !== undefined && /^\d{1,18}$/.test(before) ? BigInt(before) : undefined
  const rows = await withDatabase((db) => findActivity(db, userId, PAGE + 1, { before: from, beginnings: kind && ACTIVITY_KINDS[kind] }))
  const shown = rows.slice(0, PAGE)
  const scopesOf = (detail: unknown): string[] => {
    const scopes = (detail as { scopes?: unknown } | null)?.scopes
    return Array.isArray(scopes) ? scopes.filter((scope) => typeof scope === 'string') : []
  }
  const deviceOf = (detail: unknown): string | null => {
    const device = (detail as { device?: unknown } | null)?.device
    return typeof device === 'string' ? device : null
  }
  return {
    events: shown.map(({ id, action, detail, createdAt, app }) => ({
      id: String(id),
      action,
      scopes: scopesOf(detail),
      device: deviceOf(detail),
      at: createdAt,
      appName: app?.name ?? null,
    })),
    next: rows.length > PAGE ? String(shown.at(-1)?.id) : null,
  }
}
