import { z } from 'zod'
import { operation } from '#lib/core/operation'
import { outsideText } from '#lib/core/outside-text'
import { listOf, pageQuery } from '#lib/core/page'
import { idText, timeText } from '#lib/core/wire-types'
import { LATENCY_CLASSES } from './seen'

/** A word of ours: nothing that was typed fits. The table has the same rule. */
const word = (example: string) =>
  z
    .string()
    .regex(/^[a-z_]{1,40}$/)
    .nullable()
    .meta({ examples: [example] })

const line = z
  .strictObject({
    request_id: idText('req').describe('The `X-Request-Id` of the answer.'),
    created_at: timeText().describe('When it was answered.'),
    app_id: idText('app').nullable().describe('The app that asked, or for which a browser came; null for calls of a key.'),
    api_key_id: idText('key').nullable().describe('The key that asked; null for calls of an app.'),
    endpoint: z
      .string()
      .regex(/^[A-Z]{3,7} \/[\w/:.-]{1,60}$/)
      .describe('Method and pattern of the path, never the path itself.')
      .meta({ examples: ['POST /oauth2/token'] }),
    status: z.int().meta({ examples: [400] }),
    code: word('invalid_grant').describe('`error` of the answer; null when nothing was wrong.'),
    reason: word('verifier_wrong').describe('A nearer one, where it follows from what was sent; the error catalogue explains each.'),
    latency: z.enum(LATENCY_CLASSES).nullable().describe('How long the answer took; null where a browser came.').meta({ id: 'LatencyClass' }),
    library: z
      .string()
      .regex(/^[A-Za-z][\w.-]{1,19}( HttpClient| Netty)?( \((Node\.js|Python|PHP|Ruby|Java|Rust)\))?$/)
      .nullable()
      .describe('What sent it, of a closed list; null where that is not known.')
      .meta({ examples: ['Authlib (Python)'] }),
  })
  .meta({ id: 'RequestLine' })

const of = (what: string, example: string) =>
  outsideText()
    .max(100)
    .optional()
    .describe(what)
    .meta({ examples: [example] })

export const listLogQuery = pageQuery.extend({
  app_id: of('Requests of this app only, which is one of yours.', 'app_5Jt0mXyE2cVvQk8sW1aBzR'),
  api_key_id: of('Requests of this key only, which is one of yours.', 'key_5Jt0mXyE2cVvQk8sW1aBzR'),
  request_id: of('The one request whose answer had this `X-Request-Id`.', 'req_5Jt0mXyE2cVvQk8sW1aBzR'),
  failed: z.enum(['true', 'false']).optional().describe('`true`: refused requests only.'),
})

export const listLogOperation = operation({
  id: 'listLog',
  summary: 'Requests of the last 30 days',
  description:
    'What your apps and keys asked, the newest first: endpoint, status, error and request id. A line holds nothing of a person, and neither tokens nor addresses. It is there a second or two after the answer. Calls with an access token are not listed.',
  tag: 'Request log',
  method: 'GET',
  path: '/api/v1/log',
  query: listLogQuery,
  status: 200,
  output: listOf(line),
  errors: ['invalid_request'],
})
