import { companyEndpoint } from '../company-route'
import { json } from '../message'
import { openApiDocument } from '../openapi'
import { eventBindings } from './events'
import { managementBindings } from './management'
import { requestLogBindings } from './request-log'
import { signalBindings } from './signals'
import { verificationBindings } from './verifications'
import { webhookBindings } from './webhooks'

/** Every operation of the REST interfaces; the document is made from this list. */
export const OPERATIONS = [
  ...managementBindings,
  ...requestLogBindings,
  ...eventBindings,
  ...webhookBindings,
  ...signalBindings,
  ...verificationBindings,
].map(({ operation }) => operation)

export const openApiEndpoint = companyEndpoint('/api/v1/openapi.json', {
  GET: async () => json(openApiDocument(OPERATIONS), 200, { 'Cache-Control': 'public, max-age=60' }),
})
