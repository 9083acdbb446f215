import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText } from '#lib/core/outside-text'
import { listOf, pageQuery } from '#lib/core/page'
import { inputsOf, outputs } from './fields'
import { CLIENT_TYPES } from './schema'

const [required, optional, never] = [inputsOf('required'), inputsOf('optional'), inputsOf('never')]

export const createAppInput = z.strictObject({
  ...required,
  client_type: outsideText()
    .default('confidential')
    .describe(`One of ${CLIENT_TYPES.join(', ')}.`),
  ...z.object(optional).partial().shape,
})

const changes = z.strictObject({ ...required, ...never, ...optional }).partial()

export const updateAppInput = changes.refine(
  (body) => Object.keys(body).length > 0,
  `must change at least one of ${Object.keys(changes.shape).join(', ')}`,
)

const { name, ...fields } = outputs

const app = z.strictObject({
  id: z.string(),
  name,
  client_id: z.string(),
  client_type: z.enum(CLIENT_TYPES),
  ...fields,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
})

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
