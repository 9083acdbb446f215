import { notFound } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import { cancelVerification } from '#lib/verifications/interface/cancel-verification'
import {
  cancelVerificationOperation,
  createVerificationOperation,
  getVerificationOperation,
  listFieldsOperation,
  listVerificationsOperation,
  retryVerificationOperation,
} from '#lib/verifications/interface/contract'
import { createVerification } from '#lib/verifications/interface/create-verification'
import { getVerification, listFields, listVerifications } from '#lib/verifications/interface/read-verifications'
import { retryVerification } from '#lib/verifications/interface/retry-verification'
import { bind, companyEndpoints } from '../company-route'

/** The session of the path. @throws ApiError `not_found` for anything that cannot be an id */
function idOf({ id = '' }: Record<string, string>): string {
  if (!isId('ver', id)) throw notFound()
  return id
}

/** Spec: Endpoints, verification interface. */
export const verificationBindings = [
  bind(listFieldsOperation, () => listFields()),
  bind(listVerificationsOperation, (actor, { query }) => listVerifications(actor, query)),
  bind(createVerificationOperation, (actor, { body }) => createVerification(actor, body)),
  bind(getVerificationOperation, (actor, { params }) => getVerification(actor, idOf(params))),
  bind(retryVerificationOperation, (actor, { params }) => retryVerification(actor, idOf(params))),
  bind(cancelVerificationOperation, (actor, { params }) => cancelVerification(actor, idOf(params))),
]

export const verificationEndpoints = companyEndpoints(verificationBindings)
