import type { App } from './schema'

/**
 * What a company decides about an app: the name on the wire and the column behind it. Input, answers, changes and the
 * audit log are all made from this list, so a field that is added here is forgotten by none of them.
 */
export const APP_FIELDS = {
  name: 'name',
  redirect_uris: 'redirectUris',
  post_logout_redirect_uris: 'postLogoutRedirectUris',
  scopes: 'scopes',
  require_auth_time: 'requireAuthTime',
  omit_iss_in_errors: 'omitIssInErrors',
  status: 'status',
} as const satisfies Record<string, keyof App>

type Fields = typeof APP_FIELDS
type Wire = keyof Fields

/** The columns that a company sets. */
export type AppSettings = Pick<App, Fields[Wire]>

/** The same under their names on the wire. */
export type AppFields = { [Field in Wire]: App[Fields[Field]] }

const NAMES = Object.keys(APP_FIELDS) as Wire[]

export const fieldsOf = (app: AppSettings) => Object.fromEntries(NAMES.map((name) => [name, app[APP_FIELDS[name]]])) as AppFields

type Columns<Given> = { [Name in keyof Given as Name extends Wire ? Fields[Name] : never]: Given[Name] }

/** The columns for those fields that are given. */
export const columnsOf = <Given extends Partial<AppFields>>(given: Given) =>
  Object.fromEntries(NAMES.filter((name) => given[name] !== undefined).map((name) => [APP_FIELDS[name], given[name]])) as Columns<Given>
