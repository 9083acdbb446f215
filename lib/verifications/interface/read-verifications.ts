import type { z } from 'zod'
import type { CompanyActor } from '#lib/companies/schema'
import { ApiError, notFound } from '#lib/core/api-error'
import { type Prisma, transaction } from '#lib/core/db'
import { decodeTimeCursor, toPage } from '#lib/core/page'
import { expireVerifications } from '../expire-verifications'
import { STATES, type State } from '../lifecycle'
import { statusOf } from '../present-outcome'
import { FIELDS } from '../schema'
import { findSubs } from '../store/subjects'
import { findVerification, findVerifications, type Verification, type VerificationFilter, type VerificationOfApp } from '../store/verifications'
import type { listVerificationsQuery } from './contract'
import { presentVerification } from './present-verification'

export const listFields = () => ({ data: FIELDS.map((field) => ({ ...field, requires: [...field.requires] })), next_cursor: null })

/** One session of the company. @throws ApiError `not_found`, for a foreign session too */
export const getVerification = (actor: CompanyActor, id: string) =>
  transaction(async (tx) => {
    await expireVerifications(tx, { id, companyId: actor.companyId })
    return presentOne(tx, await findVerification(tx, { id, companyId: actor.companyId }))
  })

/** @throws ApiError `not_found` */
export async function presentOne(tx: Prisma, session: Verification | null) {
  if (!session) throw notFound()
  return presentVerification(session as VerificationOfApp, (await findSubs(tx, [session])).get(session.id) ?? null)
}

export const refuseState = (state: State, participle: string) =>
  new ApiError('invalid_state', `status: a session that is ${statusOf(state)} cannot be ${participle}`)

/** What the panel asks for beyond the interface. */
export type VerificationNarrowing = Pick<VerificationFilter, 'appId' | 'from' | 'to' | 'assurance'>

/** The company's sessions, newest first. */
export async function listVerifications(actor: CompanyActor, query: z.output<typeof listVerificationsQuery>, narrowing: VerificationNarrowing = {}) {
  const after = decodeTimeCursor(query.cursor)
  const states = query.status && STATES.filter((state) => statusOf(state) === query.status)
  return transaction(async (tx) => {
    await expireVerifications(tx, { companyId: actor.companyId })
    const rows = await findVerifications(tx, { ...narrowing, companyId: actor.companyId, states, reference: query.reference }, after, query.limit + 1)
    const subs = await findSubs(tx, rows)
    return toPage(
      rows,
      query.limit,
      (row) => presentVerification(row, subs.get(row.id) ?? null),
      (row) => [row.createdAt.toISOString(), row.id],
    )
  })
}
