import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText, singleLine } from '#lib/core/outside-text'
import { listOf, pageQuery } from '#lib/core/page'
import { APP_STATUSES, CLIENT_TYPES, MAX_REDIRECT_URIS } from './schema'

const name = singleLine(100).describe('Shown to users on the consent screen, 1 to 100 characters.')
const redirectUris = z
  .array(outsideText())
  .min(1)
  .max(MAX_REDIRECT_URIS)
  .describe('Exact return addresses, 1 to 20. https, or http on a loopback host; for public clients also private-use schemes with a dot.')
const scopes = z.array(outsideText()).max(20).describe('Scopes from the catalog; `openid` is always added.')

const app = z.strictObject({
  id: z.string(),
  name: z.string(),
  client_id: z.string(),
  client_type: z.enum(CLIENT_TYPES),
  redirect_uris: z.array(z.string()),
  scopes: z.array(z.string()),
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
})

export const updateAppInput = z
  .strictObject({
    name: name.optional(),
    redirect_uris: redirectUris.optional(),
    scopes: scopes.optional(),
    status: outsideText()
      .optional()
      .describe(`One of ${APP_STATUSES.join(', ')}.`),
  })
  .refine((body) => Object.keys(body).length > 0, 'must change at least one of name, redirect_uris, scopes, status')

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
  description: 'Changes name, return addresses, scopes or status. Removing a scope narrows live consents at once.',
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
