import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText } from '#lib/core/outside-text'
import { listOf, pageQuery } from '#lib/core/page'
import { idText, shownAs, timeText } from '#lib/core/wire-types'
import { inputsOf, outputs } from './fields'
import { CLIENT_TYPES } from './schema'

const [required, optional, never] = [inputsOf('required'), inputsOf('optional'), inputsOf('never')]

export const createAppInput = z.strictObject({
  ...required,
  client_type: outsideText()
    .meta(shownAs('ClientType'))
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

const clientType = z.enum(CLIENT_TYPES).meta({
  id: 'ClientType',
  description: '`confidential`: a server that keeps a secret. All others are public clients: they have none, and use PKCE.',
})

const clientId = idText('cli').describe('What the protocol knows the app by.')
const clientSecret = z
  .string()
  .nullable()
  .describe('Shown once. Null for public clients, and when an `Idempotency-Key` repeats the answer.')
  .meta({ examples: ['sgs_…'] })

const app = z
  .strictObject({
    id: idText('app'),
    name,
    client_id: clientId,
    client_type: clientType,
    ...fields,
    created_at: timeText(),
    updated_at: timeText(),
  })
  .meta({ id: 'App' })

const ofApp = { id: idText('app') }

const consent = z
  .strictObject({
    sub: z
      .string()
      .describe("The user's pseudonym at this app.")
      .meta({ examples: ['8c1b0y3GrQhW5vT2nJk7Xe'] }),
    alias: z
      .string()
      .describe('Where mail to the user goes while `email` is among the scopes.')
      .meta({ examples: ['m4kq7z2x@alias.example'] }),
    scopes: z.array(z.string()).meta({ examples: [['openid', 'email']] }),
  })
  .meta({ id: 'Consent' })

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
  output: app.extend({ client_secret: clientSecret }).meta({ id: 'CreatedApp' }),
  errors: ['invalid_request', 'invalid_json', 'invalid_redirect_uri', 'invalid_scope', 'invalid_client_type', 'conflict'],
  secrets: ['client_secret'],
})

export const getAppOperation = operation({
  id: 'getApp',
  summary: 'App details',
  tag: 'Apps',
  method: 'GET',
  path: '/api/v1/apps/:id',
  params: ofApp,
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
  params: ofApp,
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
  params: ofApp,
  status: 200,
  output: z.strictObject({ id: idText('app'), client_id: clientId, client_secret: clientSecret }).meta({ id: 'RotatedSecret' }),
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
  params: ofApp,
  query: pageQuery,
  status: 200,
  output: listOf(consent),
  errors: ['invalid_request', 'not_found'],
})
