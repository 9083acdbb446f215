import type { z } from 'zod'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { type Prisma, transaction } from '#lib/core/db'
import { decodeTimeCursor, toPage } from '#lib/core/page'
import type { listSessionsQuery } from './contract'
import { expireSessions } from './expire-sessions'
import { STATES, type State } from './lifecycle'
import { presentSession, statusOf } from './present-session'
import { FIELDS } from './schema'
import { findSession, findSessions, type Session, type SessionOfApp } from './store/sessions'
import { findSubs } from './store/subjects'

export const listFields = () => ({ data: FIELDS.map((field) => ({ ...field, requires: [...field.requires] })), next_cursor: null })

/** One session of the company. @throws ApiError `not_found`, for a foreign session too */
export const getSession = (actor: CompanyActor, id: string) =>
  transaction(async (tx) => {
    await expireSessions(tx, { id, companyId: actor.companyId })
    return presentOne(tx, await findSession(tx, { id, companyId: actor.companyId }))
  })

/** @throws ApiError `not_found` */
export async function presentOne(tx: Prisma, session: Session | null) {
  if (!session) throw notFound()
  return presentSession(session as SessionOfApp, (await findSubs(tx, [session])).get(session.id) ?? null)
}

export const refuseState = (state: State, participle: string) =>
  new ApiError('invalid_state', `status: a session that is ${statusOf(state)} cannot be ${participle}`)

/** The company's sessions, newest first. */
export async function listSessions(actor: CompanyActor, query: z.output<typeof listSessionsQuery>) {
  const after = decodeTimeCursor(query.cursor)
  const states = query.status && STATES.filter((state) => statusOf(state) === query.status)
  return transaction(async (tx) => {
    await expireSessions(tx, { companyId: actor.companyId })
    const rows = await findSessions(tx, { companyId: actor.companyId, states, reference: query.reference }, after, query.limit + 1)
    const subs = await findSubs(tx, rows)
    return toPage(
      rows,
      query.limit,
      (row) => presentSession(row, subs.get(row.id) ?? null),
      (row) => [row.createdAt.toISOString(), row.id],
    )
  })
}
