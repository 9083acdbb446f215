import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText } from '#lib/core/outside-text'
import { listOf, pageQuery } from '#lib/core/page'
import { trustedName } from '#lib/core/visible-name'
import type { APP_FIELDS } from './fields'
import { APP_STATUSES, CLIENT_TYPES, MAX_REDIRECT_URIS } from './schema'

const name = trustedName(100).describe(
  'Shown to users on the consent screen, 1 to 100 characters. At least one letter or digit, nothing invisible, letters of one script (Latin beside those of one East Asian language).',
)
const redirectUris = z
  .array(outsideText())
  .min(1)
  .max(MAX_REDIRECT_URIS)
  .describe('Exact return addresses, 1 to 20. https, or http on a loopback host; for public clients also private-use schemes with a dot.')
const scopes = z.array(outsideText()).max(20).describe('Scopes from the catalog; `openid` is always added.')

/** Fields that an app may do without: on creation each has the value named here, on a change it stays as it is. */
const optionalFields = {
  post_logout_redirect_uris: z
    .array(outsideText())
    .max(MAX_REDIRECT_URIS)
    .optional()
    .describe('Exact addresses people may be led to after logging out, at most 20, by the rules of `redirect_uris`. Default: none.'),
  require_auth_time: z.boolean().optional().describe('Puts `auth_time` into every id_token, also when the request has no `max_age`. Default: false.'),
  omit_iss_in_errors: z
    .boolean()
    .optional()
    .describe(
      'Leaves `iss` out of error answers at the redirect URI, for clients such as mod_auth_openidc that take `iss` without `code` for a third-party log-in. Default: false.',
    ),
}

const app = z.strictObject({
  id: z.string(),
  name: z.string(),
  client_id: z.string(),
  client_type: z.enum(CLIENT_TYPES),
  redirect_uris: z.array(z.string()),
  post_logout_redirect_uris: z.array(z.string()),
  scopes: z.array(z.string()),
  require_auth_time: z.boolean(),
  omit_iss_in_errors: z.boolean(),
  status: z.enum(APP_STATUSES),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

export const createAppInput = z.strictObject({
  name,
  redirect_uris: redirectUris,
  scopes,
  client_type: outsideText()
    .default('confidential')
    .describe(`One of ${CLIENT_TYPES.join(', ')}.`),
  ...optionalFields,
})

const changes = {
  name: name.optional(),
  redirect_uris: redirectUris.optional(),
  scopes: scopes.optional(),
  status: outsideText()
    .optional()
    .describe(`One of ${APP_STATUSES.join(', ')}.`),
  ...optionalFields,
} satisfies Record<keyof typeof APP_FIELDS, z.ZodType>

export const updateAppInput = z
  .strictObject(changes)
  .refine((body) => Object.keys(body).length > 0, `must change at least one of ${Object.keys(changes).join(', ')}`)

export const listAppsOperation = operation({
  id: 'listApps',
  summary: 'List apps',
  tag: 'Apps',
  method: 'GET',
  path: '/api/v1/apps',
  query: pageQuery,
  status: 200,
  output: listOf(app),
  errors: ['invalid_request'],
})

export const createAppOperation = operation({
  id: 'createApp',
  summary: 'Create an app',
  description: 'The answer holds `client_secret`, once only: it cannot be read again. Null for public clients.',
  tag: 'Apps',
  method: 'POST',
  path: '/api/v1/apps',
  body: createAppInput,
  status: 201,
  output: app.extend({ client_secret: z.string().nullable() }),
  errors: ['invalid_request', 'invalid_json', 'invalid_redirect_uri', 'invalid_scope', 'invalid_client_type', 'conflict'],
  secrets: ['client_secret'],
})

export const getAppOperation = operation({
  id: 'getApp',
  summary: 'App details',
  tag: 'Apps',
  method: 'GET',
  path: '/api/v1/apps/:id',
  status: 200,
  output: app,
  errors: ['not_found'],
})

export const updateAppOperation = operation({
  id: 'updateApp',
  summary: 'Change an app',
  description: 'Changes the fields that are sent and no other. Removing a scope narrows live consents at once.',
  tag: 'Apps',
  method: 'PATCH',
  path: '/api/v1/apps/:id',
  body: updateAppInput,
  status: 200,
  output: app,
  errors: ['invalid_request', 'invalid_json', 'invalid_redirect_uri', 'invalid_scope', 'invalid_status', 'not_found'],
})

export const rotateSecretOperation = operation({
  id: 'rotateSecret',
  summary: 'Rotate the client secret',
  description: 'The old secret stops working at once.',
  tag: 'Apps',
  method: 'POST',
  path: '/api/v1/apps/:id/rotate-secret',
  status: 200,
  output: z.strictObject({ id: z.string(), client_id: z.string(), client_secret: z.string().nullable() }),
  errors: ['invalid_client_type', 'not_found', 'conflict'],
  secrets: ['client_secret'],
})

export const listAuthorizationsOperation = operation({
  id: 'listAuthorizations',
  summary: 'Active consents',
  description: 'Pseudonym, alias and granted scopes of every user with a live consent, and nothing else.',
  tag: 'Apps',
  method: 'GET',
  path: '/api/v1/apps/:id/authorizations',
  query: pageQuery,
  status: 200,
  output: listOf(z.strictObject({ sub: z.string(), alias: z.string(), scopes: z.array(z.string()) })),
  errors: ['invalid_request', 'not_found'],
})
