import { notFound } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import { cancelSession } from '#lib/verifications/cancel-session'
import {
  cancelSessionOperation,
  createSessionOperation,
  getSessionOperation,
  listFieldsOperation,
  listSessionsOperation,
  retrySessionOperation,
} from '#lib/verifications/contract'
import { createSession } from '#lib/verifications/create-session'
import { getSession, listFields, listSessions } from '#lib/verifications/read-sessions'
import { retrySession } from '#lib/verifications/retry-session'
import { bind, companyEndpoints } from '../company-route'

/** The session of the path. @throws ApiError `not_found` for anything that cannot be an id */
function idOf({ id = '' }: Record<string, string>): string {
  if (!isId('ver', id)) throw notFound()
  return id
}

/** Spec: Endpoints, verification interface. */
export const verificationBindings = [
  bind(listFieldsOperation, () => listFields()),
  bind(listSessionsOperation, (actor, { query }) => listSessions(actor, query)),
  bind(createSessionOperation, (actor, { body }) => createSession(actor, body)),
  bind(getSessionOperation, (actor, { params }) => getSession(actor, idOf(params))),
  bind(retrySessionOperation, (actor, { params }) => retrySession(actor, idOf(params))),
  bind(cancelSessionOperation, (actor, { params }) => cancelSession(actor, idOf(params))),
]

export const verificationEndpoints = companyEndpoints(verificationBindings)
