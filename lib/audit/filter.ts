import { isAuditAction } from './actions'
import type { AuditFilter } from './read-store'

/** The filter as it stands in an address; what is empty or not one of ours filters nothing. */
export type AuditQuery = { action?: string; actor?: string; about?: string; from?: string; to?: string }

/** The id of what a line is about: an app, a key, a member, a webhook. */
const ID = /^[a-z]{3}_[0-9A-Za-z]{22}$/
const ACTOR = /^(staff|api_key|operator|system)(?::([a-z]{3}_[0-9A-Za-z]{22}))?$/

const isDay = (text: string) => /^\d{4}-\d{2}-\d{2}$/.test(text) && !Number.isNaN(Date.parse(text)) && new Date(text).toISOString().startsWith(text)

/** @param given the parameters of a request, each at most once */
export function readAuditQuery(given: Record<string, string | string[] | undefined>): { query: AuditQuery; filter: AuditFilter } {
  const one = (name: string, fits: (text: string) => boolean) => {
    const text = given[name]
    return typeof text === 'string' && fits(text) ? text : undefined
  }
  const query = {
    action: one('action', isAuditAction),
    actor: one('actor', (text) => ACTOR.test(text)),
    about: one('about', (text) => ID.test(text)),
    from: one('from', isDay),
    to: one('to', isDay),
  }
  const [, actorKind = null, actorId = null] = query.actor?.match(ACTOR) ?? []
  const { action = null, about: targetId = null, from = null, to = null } = query
  return { query, filter: { action, actorKind, actorId, targetId, from, to } }
}

export const actorKey = (kind: string, id: string | null) => (id ? `${kind}:${id}` : kind)

/** The query as an address has it, without what is not set. */
export const queryString = (query: AuditQuery & { before?: string }): string => {
  const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
  return set.length > 0 ? `?${new URLSearchParams(set)}` : ''
}
