import {
  createAppOperation,
  getAppOperation,
  listAppsOperation,
  listAuthorizationsOperation,
  rotateSecretOperation,
  updateAppOperation,
} from '#lib/apps/contract'
import { createApp } from '#lib/apps/create-app'
import { listAuthorizations } from '#lib/apps/list-authorizations'
import { getApp, listApps } from '#lib/apps/read-apps'
import { rotateSecret } from '#lib/apps/rotate-secret'
import { updateApp } from '#lib/apps/update-app'
import { getCompanyOperation } from '#lib/companies/contract'
import { getCompany } from '#lib/companies/get-company'
import { notFound } from '#lib/core/api-error'
import { isId } from '#lib/core/random-id'
import { listScopesOperation } from '#lib/scopes/contract'
import { listScopes } from '#lib/scopes/list-scopes'
import { bind, companyEndpoints } from '../company-route'

/** The app of the path. @throws ApiError `not_found` for anything that cannot be an id */
function idOf({ id = '' }: Record<string, string>): string {
  if (!isId('app', id)) throw notFound()
  return id
}

/** Spec: Endpoints, management interface. */
export const managementBindings = [
  bind(getCompanyOperation, (actor) => getCompany(actor)),
  bind(listScopesOperation, () => listScopes()),
  bind(listAppsOperation, (actor, { query }) => listApps(actor, query)),
  bind(createAppOperation, (actor, { body }) => createApp(actor, body)),
  bind(getAppOperation, (actor, { params }) => getApp(actor, idOf(params))),
  bind(updateAppOperation, (actor, { params, body }) => updateApp(actor, idOf(params), body)),
  bind(rotateSecretOperation, (actor, { params }) => rotateSecret(actor, idOf(params))),
  bind(listAuthorizationsOperation, (actor, { params, query }) => listAuthorizations(actor, idOf(params), query)),
]

export const managementEndpoints = companyEndpoints(managementBindings)
